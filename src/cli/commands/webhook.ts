import { Command } from "commander";
import { NotFoundError } from "#foundation/errors/index";
import {
  CliCreateWebhookDocument,
  CliDeleteWebhookDocument,
  CliDisableWebhookDocument,
  CliEnableWebhookDocument,
  CliPingWebhookDocument,
  CliRedeliverWebhookDocument,
  CliRotateWebhookSecretDocument,
  CliWebhookDeliveriesDocument,
  CliWebhooksDocument,
  type DeliveryLineFragment,
  type WebhookLineFragment,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import { wholeNumber } from "../option-values.ts";
import { describePage, graphOptions, type PageOptions, pageOf, pageOptions } from "../page-options.ts";
import { table } from "../table.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

const row = ({ webhookId, url, kinds, status, disabledBecause, failingSince }: WebhookLineFragment): string[] => [
  String(webhookId),
  url,
  kinds.length === 0 ? "all" : kinds.join(", ").toLowerCase(),
  disabledBecause === "" ? status.toLowerCase() : `disabled: ${disabledBecause}`,
  failingSince == null ? "" : `failing since ${failingSince}`,
];

const deliveryRow = (delivery: DeliveryLineFragment): string[] => [
  delivery.deliveryId,
  delivery.kind,
  delivery.status.toLowerCase(),
  String(delivery.attempts),
  delivery.lastError === "" ? String(delivery.lastStatus ?? "") : delivery.lastError,
  delivery.nextAttemptAt ?? "",
];

const told = (secret: string, { webhookId, url }: WebhookLineFragment) =>
  `Webhook ${webhookId} sends to ${url}. Its secret, which is shown only once:\n${secret}`;

const add = () =>
  graphOptions(
    new Command("add")
      .description("Send a team's notices to an address (give --team)")
      .argument("<url>", "an https address"),
  )
    .option("--description <words>", "its purpose")
    .action(async (url: string, options: GraphOptions & { description?: string }) => {
      const input = { url, description: options.description ?? null };
      const { result } = await withGraph(options, true, (client) => client.run(CliCreateWebhookDocument, { input }));
      answer(options, result.made, told(result.made.secret, result.made.webhook));
    });

const list = () =>
  pageOptions(new Command("list").description("Show the webhooks")).action(
    async (options: GraphOptions & PageOptions) => {
      const page = pageOf(options);
      const { result } = await withGraph(options, false, (client) => client.run(CliWebhooksDocument, page));
      const { totalCount, edges } = result.webhooks;
      const webhooks = edges.map(({ node }) => node);
      const text = table(["Id", "Address", "Kinds", "Status", ""], webhooks.map(row));
      answer(options, { totalCount, webhooks }, `${text}\n${describePage(page, webhooks.length, totalCount)}`);
    },
  );

const deliveries = () =>
  pageOptions(
    new Command("deliveries")
      .description("Show what was sent to a webhook, newest first")
      .argument("<webhook>", "its id"),
  ).action(async (id: string, options: GraphOptions & PageOptions) => {
    const page = pageOf(options);
    const variables = { webhookId: wholeNumber(id, "webhook"), ...page };
    const { result } = await withGraph(options, false, (client) => client.run(CliWebhookDeliveriesDocument, variables));
    if (result.webhook == null) throw new NotFoundError(`webhook ${id}`);
    const { totalCount, edges } = result.webhook.deliveries;
    const sent = edges.map(({ node }) => node);
    const text = table(["Id", "Kind", "Status", "Attempts", "Last answer", "Next attempt"], sent.map(deliveryRow));
    answer(options, { totalCount, deliveries: sent }, `${text}\n${describePage(page, sent.length, totalCount)}`);
  });

const rotate = () =>
  graphOptions(
    new Command("rotate")
      .description("Create a new secret; the previous one stays valid for a while")
      .argument("<webhook>", "its id"),
  )
    .option("--overlap <hours>", "how many hours both secrets are valid", "24")
    .action(async (id: string, options: GraphOptions & { overlap: string }) => {
      const variables = {
        webhookId: wholeNumber(id, "webhook"),
        overlapHours: wholeNumber(options.overlap, "--overlap"),
      };
      const { result } = await withGraph(options, true, (client) =>
        client.run(CliRotateWebhookSecretDocument, variables),
      );
      answer(options, result.made, told(result.made.secret, result.made.webhook));
    });

const change = (
  name: "disable" | "enable",
  document: typeof CliDisableWebhookDocument | typeof CliEnableWebhookDocument,
  does: string,
) =>
  graphOptions(new Command(name).description(does).argument("<webhook>", "its id")).action(
    async (id: string, options: GraphOptions) => {
      const webhookId = wholeNumber(id, "webhook");
      const { result } = await withGraph(options, true, (client) => client.run(document, { webhookId }));
      answer(options, result.changed, `Webhook ${webhookId} is ${result.changed.status.toLowerCase()}.`);
    },
  );

const remove = () =>
  graphOptions(new Command("remove").description("Remove a webhook").argument("<webhook>", "its id")).action(
    async (id: string, options: GraphOptions) => {
      const webhookId = wholeNumber(id, "webhook");
      await withGraph(options, true, (client) => client.run(CliDeleteWebhookDocument, { webhookId }));
      answer(options, { webhookId }, `Webhook ${webhookId} is removed.`);
    },
  );

const ping = () =>
  graphOptions(new Command("ping").description("Send a ping").argument("<webhook>", "its id")).action(
    async (id: string, options: GraphOptions) => {
      const webhookId = wholeNumber(id, "webhook");
      const { result } = await withGraph(options, true, (client) => client.run(CliPingWebhookDocument, { webhookId }));
      answer(
        options,
        result.sent,
        `Delivery ${result.sent.deliveryId} is being sent. To see its state: market webhook deliveries ${webhookId}`,
      );
    },
  );

const redeliver = () =>
  graphOptions(new Command("redeliver").description("Send a delivery again").argument("<delivery>", "its id")).action(
    async (deliveryId: string, options: GraphOptions) => {
      const { result } = await withGraph(options, true, (client) =>
        client.run(CliRedeliverWebhookDocument, { deliveryId }),
      );
      answer(options, result.sent, `Delivery ${deliveryId} is sent again.`);
    },
  );

/** `market webhook …` */
export function webhookCommand(): Command {
  return new Command("webhook")
    .addCommand(add())
    .addCommand(list())
    .addCommand(deliveries())
    .addCommand(ping())
    .addCommand(redeliver())
    .addCommand(rotate())
    .addCommand(change("disable", CliDisableWebhookDocument, "Disable a webhook: nothing is sent until it is enabled"))
    .addCommand(
      change("enable", CliEnableWebhookDocument, "Enable a webhook, and send the notices written in the meantime"),
    )
    .addCommand(remove());
}
