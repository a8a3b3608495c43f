/** ISO 4217 codes that are read before and after a number, in capitals. */
export const CURRENCY_CODES =
  "AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF INR JPY KRW MXN MYR NOK NZD PLN RUB SAR SEK SGD THB TRY TWD USD ZAR".split(
    " ",
  );
