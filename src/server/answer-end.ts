import { GraphQLError } from "graphql";
import { ERROR_STATUS, isErrorCode } from "#foundation/errors/index";
import { knownError, originalOf } from "#schema/errors";
import type { AnswerEnd, HttpAnswer } from "./http-answer.ts";

/** Status of a client that left before the end of its answer, as nginx counts it. */
const CLIENT_LEFT = 499;

/** Whether an answer is that of a subscription, which often ends because its client leaves. */
export const isStream = ({ type }: HttpAnswer): boolean => /^(?:text\/event-stream|multipart\/mixed)\b/.test(type);

/** Notes that an answer ends early by an error. Its status line is sent already and cannot tell. */
export function noteBrokenOff(response: HttpAnswer, error: unknown): void {
  const original = originalOf(error);
  const code = original instanceof GraphQLError ? original.extensions.code : knownError(original)?.code;
  const name = original instanceof Error ? original.name : "_OTHER";
  response.brokenOff = isErrorCode(code)
    ? { status: ERROR_STATUS[code], errorType: code }
    : { status: 500, errorType: name };
}

/** Returns how an answer ended, once it is closed. */
export function endOf(response: HttpAnswer): AnswerEnd {
  if (response.brokenOff !== null) return response.brokenOff;
  if (!response.writableFinished)
    return { status: CLIENT_LEFT, ...(isStream(response) ? {} : { errorType: "client_left" }) };
  const status = response.statusCode;
  return status >= 500 ? { status, errorType: String(status) } : { status };
}
