import { Command, Option } from "commander";
import { InvalidInputError, NotFoundError } from "#foundation/errors/index";
import {
  CliCreateMonitorDocument,
  CliCreateMonitorFeedDocument,
  CliDeleteMonitorDocument,
  CliMonitorNoticesDocument,
  CliMonitorsDocument,
  CliPauseMonitorDocument,
  CliResumeMonitorDocument,
  CliRevokeMonitorFeedDocument,
  CliRunMonitorDocument,
  CliSubscribeToDigestDocument,
  CliUnsubscribeFromDigestDocument,
  CliUpdateMonitorDocument,
  type CreateMonitorInput,
  type DigestPeriod,
  type MonitorLineFragment,
  type MonitorTrigger,
  type NoticeLineFragment,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { describePage, graphOptions, type PageOptions, pageOf, pageOptions } from "../page-options.ts";
import { table } from "../table.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

const HEADINGS = ["Id", "Name", "Of", "Every", "Status", "Runs", "Last run", "Match", "Last result"];

/** Describes an operator's pause; undefined where there is none. */
const operatorsPause = ({ schedule }: MonitorLineFragment): string | undefined =>
  schedule?.isPausedByOperator === true
    ? `paused in Temporal${schedule.note === "" ? "" : ` (${schedule.note})`}`
    : undefined;

/** Describes whether a monitor runs: a client and an operator can each have paused it. */
const statusOf = (monitor: MonitorLineFragment): string => {
  const paused = operatorsPause(monitor);
  const status = monitor.status.toLowerCase();
  if (paused === undefined) return status;
  return monitor.status === "PAUSED" ? `${status}, ${paused}` : paused;
};

const TRIGGERS: Record<string, MonitorTrigger> = { schedule: "SCHEDULE", "records-changed": "RECORDS_CHANGED" };

const triggerOption = () => new Option("--trigger <trigger>", "what starts its runs").choices(Object.keys(TRIGGERS));

/** Describes what starts the runs of a monitor. */
const startsOf = ({ trigger, everyMinutes }: MonitorLineFragment): string =>
  trigger === "SCHEDULE"
    ? `runs every ${everyMinutes} minutes`
    : `runs when records change, at most every ${everyMinutes} minutes`;

const row = (monitor: MonitorLineFragment): string[] => [
  String(monitor.monitorId),
  monitor.name,
  monitor.market == null ? "events" : `market ${monitor.market.marketId}`,
  `${monitor.everyMinutes} min${monitor.trigger === "SCHEDULE" ? "" : " at most, on changes"}`,
  statusOf(monitor),
  String(monitor.runs),
  monitor.lastRunAt ?? "not yet",
  String(monitor.matching),
  monitor.lastResult,
];

/** Formats a notice with its causes as a row. */
const noticeRow = ({ sequence, at, title, causes }: NoticeLineFragment): string[] => [
  String(sequence),
  at,
  title,
  causes.map(({ kind, summary }) => `${kind.toLowerCase()}: ${summary}`).join(" "),
];

interface AddOptions extends GraphOptions {
  every: string;
  trigger: string;
  name?: string;
  events?: string;
}

function filterIn(text: string): NonNullable<CreateMonitorInput["eventFilter"]> {
  try {
    return JSON.parse(text) as NonNullable<CreateMonitorInput["eventFilter"]>;
  } catch {
    throw new InvalidInputError("--events must be a JSON object with fields of the GraphQL type EventFilterInput");
  }
}

const add = () =>
  graphOptions(
    new Command("add")
      .description("Watch a market, or the events that match a filter")
      .argument("[market]", "the market's id")
      .option("--events <filter>", 'an event filter as JSON, such as {"alertTypes": ["Strike"]}')
      .addOption(triggerOption().default("schedule"))
      .option("--every <minutes>", "minutes between two runs", "60")
      .option("--name <name>", "its name in lists"),
  ).action(async (market: string | undefined, options: AddOptions) => {
    const input: CreateMonitorInput = {
      ...(market === undefined ? {} : { marketId: wholeNumber(market, "market") }),
      ...(options.events === undefined ? {} : { eventFilter: filterIn(options.events) }),
      ...(options.name === undefined ? {} : { name: options.name }),
      trigger: TRIGGERS[options.trigger] ?? "SCHEDULE",
      everyMinutes: wholeNumber(options.every, "--every"),
    };
    const { result } = await withGraph(options, true, (client) => client.run(CliCreateMonitorDocument, { input }));
    const { createMonitor: made } = result;
    answer(options, made, `Monitor ${made.monitorId} ${startsOf(made)}, at no cost.`);
  });

interface SetOptions extends GraphOptions {
  every?: string;
  trigger?: string;
}

const set = () =>
  graphOptions(
    new Command("set")
      .description("Change what starts the runs of a monitor, or their interval")
      .argument("<monitor>", "its id")
      .addOption(triggerOption())
      .option("--every <minutes>", "minutes between two runs"),
  ).action(async (id: string, options: SetOptions) => {
    const input = {
      monitorId: wholeNumber(id, "monitor"),
      ...(options.trigger === undefined ? {} : { trigger: TRIGGERS[options.trigger] ?? "SCHEDULE" }),
      ...(options.every === undefined ? {} : { everyMinutes: wholeNumber(options.every, "--every") }),
    };
    const { result } = await withGraph(options, true, (client) => client.run(CliUpdateMonitorDocument, { input }));
    const { updateMonitor: changed } = result;
    answer(options, changed, `Monitor ${changed.monitorId} ${startsOf(changed)}.`);
  });

const list = () =>
  pageOptions(new Command("list").description("Show the monitors")).action(
    async (options: GraphOptions & PageOptions) => {
      const page = pageOf(options);
      const { result } = await withGraph(options, false, (client) => client.run(CliMonitorsDocument, page));
      const { totalCount, edges } = result.monitors;
      const monitors = edges.map(({ node }) => node);
      answer(
        options,
        { totalCount, monitors },
        `${table(HEADINGS, monitors.map(row))}\n${describePage(page, monitors.length, totalCount)}`,
      );
    },
  );

const notices = () =>
  pageOptions(
    new Command("notices")
      .description("Show the notices of a monitor with their causes, newest first")
      .argument("<monitor>", "its id"),
  ).action(async (id: string, options: GraphOptions & PageOptions) => {
    const page = pageOf(options);
    const monitorId = wholeNumber(id, "monitor");
    const { result } = await withGraph(options, false, (client) =>
      client.run(CliMonitorNoticesDocument, { monitorId, ...page }),
    );
    if (result.monitor == null) throw new NotFoundError(`monitor ${monitorId}`);
    const { totalCount, edges } = result.monitor.notices;
    const told = edges.map(({ node }) => node);
    answer(
      options,
      { totalCount, notices: told },
      `${table(["No", "At", "What", "Why"], told.map(noticeRow))}\n${describePage(page, told.length, totalCount)}`,
    );
  });

const CHANGES = {
  pause: { document: CliPauseMonitorDocument, does: "Pause a monitor until it is resumed", said: "is paused" },
  resume: { document: CliResumeMonitorDocument, does: "Ask again", said: "runs again" },
  run: { document: CliRunMonitorDocument, does: "Run a monitor now, outside its schedule", said: "runs now" },
} as const;

const change = (name: keyof typeof CHANGES) => {
  const { document, does, said } = CHANGES[name];
  return graphOptions(new Command(name).description(does).argument("<monitor>", "its id")).action(
    async (id: string, options: GraphOptions) => {
      const monitorId = wholeNumber(id, "monitor");
      const { result } = await withGraph(options, true, (client) => client.run(document, { monitorId }));
      const paused = name === "resume" ? operatorsPause(result.changed) : undefined;
      const outcome = paused === undefined ? said : `stays ${paused}: resume its schedule there`;
      answer(options, result.changed, `Monitor ${monitorId} ${outcome}.`);
    },
  );
};

const remove = () =>
  graphOptions(
    new Command("remove").description("Remove a monitor; its notices stay in the log").argument("<monitor>", "its id"),
  ).action(async (id: string, options: GraphOptions) => {
    const monitorId = wholeNumber(id, "monitor");
    await withGraph(options, true, (client) => client.run(CliDeleteMonitorDocument, { monitorId }));
    answer(options, { monitorId }, `Monitor ${monitorId} is removed.`);
  });

interface FeedOptions extends GraphOptions {
  revoke?: boolean;
}

const feed = () =>
  graphOptions(
    new Command("feed")
      .description("Create a new address of a monitor's feed, or revoke it")
      .argument("<monitor>", "its id")
      .option("--revoke", "revoke the address"),
  ).action(async (id: string, options: FeedOptions) => {
    const monitorId = wholeNumber(id, "monitor");
    if (options.revoke === true) {
      const { result } = await withGraph(options, true, (client) =>
        client.run(CliRevokeMonitorFeedDocument, { monitorId }),
      );
      answer(options, result.changed, `The feed of monitor ${monitorId} no longer has an address.`);
      return;
    }
    const { result } = await withGraph(options, true, (client) =>
      client.run(CliCreateMonitorFeedDocument, { monitorId }),
    );
    const { atomUrl, rssUrl } = result.createMonitorFeed;
    answer(
      options,
      result.createMonitorFeed,
      `${atomUrl}\n${rssUrl}\nAnyone who has an address can read the monitor's notices. The addresses are shown only once.`,
    );
  });

interface DigestOptions extends GraphOptions {
  every: string;
  end?: boolean;
}

const PERIODS: Record<string, DigestPeriod> = { day: "DAILY", week: "WEEKLY" };

const digest = () =>
  graphOptions(
    new Command("digest")
      .description("Send a monitor's notices to a user of the team by e-mail, or stop sending them")
      .argument("<monitor>", "its id")
      .argument("<email>", "the user's e-mail address")
      .addOption(new Option("--every <period>", "how often").choices(Object.keys(PERIODS)).default("day"))
      .option("--end", "end the digest"),
  ).action(async (id: string, email: string, options: DigestOptions) => {
    const monitorId = wholeNumber(id, "monitor");
    const period = PERIODS[options.every] ?? "DAILY";
    const { result } = await withGraph(options, true, (client) =>
      options.end === true
        ? client.run(CliUnsubscribeFromDigestDocument, { monitorId, email })
        : client.run(CliSubscribeToDigestDocument, { input: { monitorId, email, period } }),
    );
    const said =
      options.end === true
        ? `no longer gets a digest of monitor ${monitorId}`
        : `gets the digest of monitor ${monitorId} every ${options.every}`;
    answer(options, result.changed, `${email} ${said}.`);
  });

/** `market monitor …` */
export function monitorCommand(): Command {
  return new Command("monitor")
    .addCommand(add())
    .addCommand(set())
    .addCommand(list())
    .addCommand(notices())
    .addCommand(change("pause"))
    .addCommand(change("resume"))
    .addCommand(change("run"))
    .addCommand(feed())
    .addCommand(digest())
    .addCommand(remove());
}
