import { plainText } from "#foundation/language/plain-text";

/** Text that is already Markdown: only `md` and `quote` make it, so that no outside text gets in unescaped. */
export class Markdown {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Matches characters with a meaning in CommonMark or a usual extension, anywhere in a line. */
const MARKS = /[\\`*_[\]<>&#|~$^{}=]/g;
/** Matches a full stop inside a word: some viewers would turn `example.com` into a link. */
const INNER_STOP = /(?<=[\p{L}\p{N}])\.(?=\p{L})/gu;
/** Matches web and mail addresses: some viewers link them even when escaped, but never inside code. */
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|mailto:|xmpp:)[^\s`|\\()[\]<>]+|[^\s`|\\@<>()[\]]{1,64}@[^\s`|\\@<>()[\]]{1,255}/giu;

const escaped = (text: string): string => text.replace(MARKS, "\\$&").replace(INNER_STOP, "\\.");

/**
 * Converts outside text to Markdown that shows just this text in one line: HTML is shown as text, signs are escaped,
 * addresses become code. It cannot make a link, a heading or a source's number.
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

/** Makes Markdown of ours with values from outside, which are escaped; Markdown values are used as they are. */
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

/** Returns the text that this Markdown shows. */
export const unescaped = ({ text }: Markdown): string => text.replace(/\\(.)/g, "$1").replaceAll("`", "");

/** Longest quote in characters; longer ones are cut, and the source has the rest. */
const LONGEST_QUOTE = 400;

/** Quotes outside words between quotation marks; cuts after `most` characters, between two words. */
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

/** Ends a sentence with a full stop, unless it ends with a quote that has its own. */
export const sentence = ({ text }: Markdown): string => `${text.replace(/\.$/, "")}.`.replace(/([.!?…]”)\.$/, "$1");

/** Joins parts. */
export const joined = (parts: readonly (string | Markdown)[], between = ", "): Markdown =>
  new Markdown(parts.map((part) => md`${part}`.text).join(between));

/** Returns an address as a link may carry it; null for anything but a web address. */
export function linkAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  if ((protocol !== "http:" && protocol !== "https:") || username !== "" || password !== "") return null;
  return href
    .replace(/[<>\\`|()[\]\s]/g, (sign) => encodeURIComponent(sign).replace(/[()]/g, escapeParenthesis))
    .replace(/&(?=#?\w+;)/g, "%26");
}

const escapeParenthesis = (sign: string): string => (sign === "(" ? "%28" : "%29");
