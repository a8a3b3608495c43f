/** A number in its standard's form, or why it is invalid. */
export type NumberReading = { value: string; problem?: undefined } | { value?: undefined; problem: string };

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 37)}…` : text);

/**
 * Reads a Legal Entity Identifier: 18 letters and digits and two check digits (ISO 17442-1). With letters read as
 * 10–35, the whole is 1 modulo 97 (ISO 7064, MOD 97-10).
 */
export function readLei(text: string): NumberReading {
  const value = text.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z0-9]{18}\d{2}$/.test(value))
    return { problem: `lei: "${shown(text)}" is not 18 letters and digits and 2 digits` };
  let rest = 0;
  for (const character of value) {
    const number = Number.parseInt(character, 36);
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest === 1 ? { value } : { problem: `lei: the check digits of "${value}" are wrong` };
}

/**
 * Reads an International Securities Identification Number: two letters, nine letters and digits, a check digit (ISO
 * 6166). The check digit follows Luhn's rule over all digits, with letters read as 10–35.
 */
export function readIsin(text: string): NumberReading {
  const value = text.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(value))
    return { problem: `isin: "${shown(text)}" is not 2 letters, 9 letters and digits, and a digit` };
  const digits = [...value].map((character) => Number.parseInt(character, 36)).join("");
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.at(-1 - i)) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0 ? { value } : { problem: `isin: the check digit of "${value}" is wrong` };
}

/**
 * Reads a D-U-N-S number: nine digits, also as 12-345-6789. Dun & Bradstreet gave up its check digit, so only the form
 * is checked, and that it is not one digit nine times.
 */
export function readDuns(text: string): NumberReading {
  const value = text.replace(/[\s-]/g, "");
  if (!/^\d{9}$/.test(value)) return { problem: `duns: "${shown(text)}" is not nine digits` };
  return /^(\d)\1{8}$/.test(value) ? { problem: `duns: "${value}" stands for no number` } : { value };
}
