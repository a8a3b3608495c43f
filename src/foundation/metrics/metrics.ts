import { Gauge, Registry } from "prom-client";

/** Everything that this process counts and measures. Labels have few values: no ids, no teams, no client texts. */
export const registry = new Registry();

/** Returns the settings of one of our metrics. `name` comes without the product's prefix, and ends with its unit. */
export const metric = <const Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
) => ({ name: `market_intelligence_${name}`, help, labelNames: [...labelNames], registers: [registry] });

/** One value of a gauge. */
export interface Reading<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/**
 * Makes a gauge that is read when somebody requests the metrics.
 * @returns a function that adds a source and returns its removal; a failing source has no values
 */
export function gaugeOf<const Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
): (source: () => Promise<Reading<Label>[]> | Reading<Label>[]) => () => void {
  const sources = new Set<() => Promise<Reading<Label>[]> | Reading<Label>[]>();
  new Gauge<Label>({
    ...metric<Label>(name, help, labelNames),
    async collect() {
      const readings = await Promise.all(
        [...sources].map(async (source) => source()).map((read) => read.catch(() => [])),
      );
      this.reset();
      for (const { labels, value } of readings.flat()) this.set(labels, value);
    },
  });
  return (source) => {
    sources.add(source);
    return () => sources.delete(source);
  };
}
