import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import type { GeocodingConfig } from "#foundation/config/geocoding";
import { userAgentOf } from "../fetching/fetcher.ts";
import { priceOfOne, requestJson } from "../json-request.ts";
import type { Json, Pay, ProviderCall } from "../provider-call.ts";
import { ProviderError } from "../provider-error.ts";
import { gazetteer } from "./gazetteer.ts";
import type { FoundPlace, Geocoder } from "./geocoder.ts";
import {
  readReverse,
  readSearch,
  reversePath,
  roundedPoint,
  saysNothingThere,
  searchPath,
} from "./nominatim-protocol.ts";

const TIMEOUT_MS = 20_000;

interface Question {
  operation: "reverse" | "locate";
  request: Json;
  path: string;
  read(answer: unknown): FoundPlace | null;
}

/**
 * Makes the configured geocoder; null means the embedded gazetteer. A server gets one request at a time, with the
 * configured pause after each request of this process.
 * @param contact how the server's operator can reach ours; part of the User-Agent
 */
export function createGeocoder(config: GeocodingConfig, contact?: string): Geocoder {
  if (config === null) return gazetteer;
  const { kind: name, url, apiKey, price, delayMs } = config;
  const priceMicroUsd = priceOfOne(price);
  const turns = new PQueue({ concurrency: 1 });
  let freeAt = 0;

  /** Waits for the rest of the pause. A call cancelled during it has sent nothing. */
  async function pause(signal: AbortSignal): Promise<void> {
    const waitMs = freeAt - performance.now();
    if (waitMs <= 0) return;
    await sleep(waitMs, undefined, { signal }).catch((cause: unknown) => {
      const message = `${name} was no longer asked`;
      throw new ProviderError({
        provider: name,
        failure: "timeout",
        message,
        retryable: false,
        costMicroUsd: 0,
        cause,
      });
    });
  }

  async function request({ path, read }: Question, signal: AbortSignal) {
    await pause(signal);
    try {
      const answer = await requestJson(
        {
          provider: name,
          url: url + path,
          headers: { "user-agent": userAgentOf(contact) },
          apiKey,
          costMicroUsd: priceMicroUsd,
          isAnswer: saysNothingThere,
          read,
        },
        AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      );
      return { answer, costMicroUsd: priceMicroUsd, usage: { requests: 1 } };
    } finally {
      freeAt = performance.now() + delayMs;
    }
  }

  async function ask(question: Question, pay: Pay, signal: AbortSignal | undefined): Promise<FoundPlace | null> {
    const { operation, request: asked } = question;
    const call: ProviderCall<FoundPlace | null> = {
      provider: name,
      operation,
      request: asked,
      capMicroUsd: priceMicroUsd,
      timeoutMs: TIMEOUT_MS + delayMs,
      run: (attempt) => request(question, attempt),
    };
    try {
      // A retry keeps its turn: a server's request to wait applies to all calls.
      return await turns.add(() => pay(call), signal ? { signal } : {});
    } catch (error) {
      // The caller's reason says more than the queue's own error of an aborted wait.
      signal?.throwIfAborted();
      throw error;
    }
  }

  return {
    name,
    isRemote: true,
    priceMicroUsd,
    reverse(at, pay, signal) {
      const point = roundedPoint(at);
      const { latitude, longitude } = point;
      return ask(
        { operation: "reverse", request: { latitude, longitude }, path: reversePath(point, apiKey), read: readReverse },
        pay,
        signal,
      );
    },
    locate({ city, country }, pay, signal) {
      const named = { city, country };
      return ask(
        { operation: "locate", request: named, path: searchPath(named, apiKey), read: readSearch },
        pay,
        signal,
      );
    },
  };
}
