/** Questions of different trades, roles and places. */
export const QUESTIONS = [
  "Manufacturers of industrial pumps in Germany",
  "Cybersecurity software companies in the United States",
  "Banks that offer mortgages, not insurers",
  "Makers of electric vehicle batteries",
  "Trucking companies in North America",
  "Pharmaceutical contract manufacturers",
  "Operators of wind farms in Europe",
  "Software for hospitals",
];
