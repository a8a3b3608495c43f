import { Gauge, Registry } from "prom-client";

/** What this process counts and measures. Labels have few values: no ids, no teams, no texts of clients. */
export const registry = new Registry();

/** The settings of a metric of ours. `name` is told without the product's prefix, and ends with its unit. */
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
 * A gauge that is read when somebody asks for the metrics.
 * @returns adds a source, which is asked until the function that it returns is called; one that fails has no values
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
