/**
 * Abbreviations of public bodies, as they are written. Some are other words too ("SEC", "WHO"), so their capitals
 * count.
 */
const ABBREVIATIONS = new Set(
  "BaFin BIS BLM BoE BoJ BSEE CDC CFPB CFTC CIA CMA CPSC DHS DOE DOJ DoJ ECB EIA EMA EPA EU FAA FBI FCA FCC FDA FDIC FERC FINRA FTC HHS HMRC IAEA ICC IEA ILO IMF IRS MHRA NASA NATO NHTSA NIH NLRB NOAA NRC NSA NTSB OECD OFAC OPEC OSHA PBOC RBA RBI SEBI SEC SFO UNICEF USDA USPTO WHO WIPO WTO".split(
    " ",
  ),
);

/** Returns whether a word is the abbreviation of a public body. */
export const isAuthority = (written: string): boolean => ABBREVIATIONS.has(written);
