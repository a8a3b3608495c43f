import { Counter, Gauge, Registry } from "prom-client";

/** Everything that this process counts and measures. Labels have few values: no ids, no teams, no client texts. */
export const registry = new Registry();

/** Returns the settings of one of our metrics. `name` comes without the product's prefix, and ends with its unit. */
export const metric = <const Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
) => ({ name: `market_intelligence_${name}`, help, labelNames: [...labelNames], registers: [registry] });

/** One value of a gauge, or of a counter that is read. */
export interface Reading<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

type Source<Label extends string> = () => Promise<Reading<Label>[]> | Reading<Label>[];

/** Makes the sources of one metric. `read` has all their readings; a failing source has none. */
function sourcesOf<Label extends string>() {
  const sources = new Set<Source<Label>>();
  return {
    add(source: Source<Label>): () => void {
      sources.add(source);
      return () => sources.delete(source);
    },
    async read(): Promise<Reading<Label>[]> {
      const readings = [...sources].map(async (source) => source()).map((reading) => reading.catch(() => []));
      return (await Promise.all(readings)).flat();
    },
  };
}

/**
 * Makes a gauge that is read when somebody requests the metrics.
 * @returns a function that adds a source and returns its removal; a failing source has no values
 */
export function gaugeOf<const Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
): (source: Source<Label>) => () => void {
  const sources = sourcesOf<Label>();
  new Gauge<Label>({
    ...metric<Label>(name, help, labelNames),
    async collect() {
      const readings = await sources.read();
      this.reset();
      for (const { labels, value } of readings) this.set(labels, value);
    },
  });
  return sources.add;
}

/**
 * Makes a counter that is read when somebody requests the metrics, because something more durable than this process
 * counts. No value may fall, for Prometheus would take the whole of it as new.
 * @returns as `gaugeOf`
 */
export function counterOf<const Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
): (source: Source<Label>) => () => void {
  const sources = sourcesOf<Label>();
  new Counter<Label>({
    ...metric<Label>(name, help, labelNames),
    async collect() {
      const readings = await sources.read();
      this.reset();
      for (const { labels, value } of readings) {
        // Two sources that read the same thing say it once, as with a gauge.
        this.remove(labels);
        this.inc(labels, value);
      }
    },
  });
  return sources.add;
}
