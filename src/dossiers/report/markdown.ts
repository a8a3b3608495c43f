import { plainText } from "#foundation/language/plain-text";

/** Text that is Markdown already: only `md` and `quote` make it, so that no outside text gets in unescaped. */
export class Markdown {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Characters with a meaning in CommonMark or a usual extension, anywhere in a line. */
const MARKS = /[\\`*_[\]<>&#|~$^{}=]/g;
/** A full stop inside a word: some viewers would turn `example.com` into a link. */
const INNER_STOP = /(?<=[\p{L}\p{N}])\.(?=\p{L})/gu;
/** Web and mail addresses: some viewers make links of them even when escaped, but never inside code. */
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|mailto:|xmpp:)[^\s`|\\()[\]<>]+|[^\s`|\\@<>()[\]]{1,64}@[^\s`|\\@<>()[\]]{1,255}/giu;

const escaped = (text: string): string => text.replace(MARKS, "\\$&").replace(INNER_STOP, "\\.");

/**
 * Text from outside as Markdown that shows just this text in one line: HTML is read as text, signs are escaped, addresses stand as
 * code. It cannot make a link, a heading or a number of a source.
 */
export function escapeText(text: string): string {
  const plain = plainText(text);
  let safe = "";
  let at = 0;
  for (const { 0: address, index } of plain.matchAll(ADDRESS)) {
    safe += `${escaped(plain.slice(at, index))}\`${address}\``;
    at = index + address.length;
  }
  return safe + escaped(plain.slice(at));
}

/** Markdown of ours with values from outside: these are escaped, Markdown is taken as it is. */
export function md(parts: TemplateStringsArray, ...values: readonly (string | number | Markdown)[]): Markdown {
  return new Markdown(
    parts
      .map((part, i) => {
        const value = values[i];
        if (value === undefined) return part;
        return part + (value instanceof Markdown ? value.text : escapeText(String(value)));
      })
      .join(""),
  );
}

/** The text that this Markdown shows. */
export const unescaped = ({ text }: Markdown): string => text.replace(/\\(.)/g, "$1").replaceAll("`", "");

/** Longer quotes are cut: the source has the rest. In characters. */
const LONGEST_QUOTE = 400;

/** Words from outside, between quotation marks; cut after `most` characters, between two words. */
export function quote(text: string, most = LONGEST_QUOTE): Markdown {
  const plain = plainText(text);
  const cut =
    plain.length > most
      ? `${plain
          .slice(0, most)
          .toWellFormed()
          .replace(/\s*\S*$/, "")} …`
      : plain;
  return md`“${cut}”`;
}

/** A sentence that ends with a full stop, unless it ends with a quote that has its own. */
export const sentence = ({ text }: Markdown): string => `${text.replace(/\.$/, "")}.`.replace(/([.!?…]”)\.$/, "$1");

/** Parts one after the other. */
export const joined = (parts: readonly (string | Markdown)[], between = ", "): Markdown =>
  new Markdown(parts.map((part) => md`${part}`.text).join(between));

/** An address as a link may carry it, null where it is no address of the web. */
export function linkAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  if ((protocol !== "http:" && protocol !== "https:") || username !== "" || password !== "") return null;
  return href
    .replace(/[<>\\`|()[\]\s]/g, (sign) => encodeURIComponent(sign).replace(/[()]/g, escapeParenthesis))
    .replace(/&(?=#?\w+;)/g, "%26");
}

const escapeParenthesis = (sign: string): string => (sign === "(" ? "%28" : "%29");
