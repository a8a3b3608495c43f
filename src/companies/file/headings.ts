import { foldCase } from "#foundation/language/tokenize";
import type { CompanyField } from "../company-record.ts";
import { COMPANY_FIELDS } from "../company-record.ts";

/** What a column of a file may be: a field of the record, a register number, or a place in one cell ("Munich, Germany"). */
export type FileField = CompanyField | "headquarters" | "lei" | "duns";

/**
 * Usual column names of company lists in English, German, French and Spanish, as keys of `headingKey`. Of several
 * columns for one value, the one named first here is preferred. Each field also goes by its own name.
 */
const HEADINGS: Partial<Record<FileField, string>> = {
  domain: `domain companydomain domainname websitedomain rootdomain primarydomain webdomain domaine dominio`,
  name: `companyname nameofcompany nameofthecompany nameoffirm company organizationname organisationname organization organisation
    businessname firmname firm accountname issuername issuer firmenname unternehmensname firma unternehmen nomdelentreprise nomdelasociete
    nomentreprise entreprise societe nombredelaempresa nombreempresa empresa compania azienda name nom nombre legalname
    companylegalname legalentityname registeredname raisonsociale denominationsociale razonsocial ragionesociale entityname`,
  description: `description companydescription businessdescription longdescription fulldescription shortdescription summary companysummary
    businesssummary longbusinesssummary about aboutus aboutcompany aboutthecompany overview companyoverview whatitdoes whattheydo
    businessactivity businessactivities activities activity beschreibung unternehmensbeschreibung firmenbeschreibung kurzbeschreibung
    geschaftstatigkeit tatigkeit unternehmensgegenstand descriptif presentation activites descripcion descripciondelaempresa
    resumen actividades descrizione`,
  keywords: `keywords keyword tags specialties specialities products productsservices productsandservices services offerings schlagworte
    schlagworter stichworter produkte produkteunddienstleistungen leistungen motscles produits produitsetservices palabrasclave productos
    productosyservicios`,
  industries: `industries supersector sectors sector gicssector icbsector industrysector industrygroup gicsindustrygroup primaryindustry mainindustry
    industry gicsindustry icbindustry companyindustry industrycategory subsector subindustry gicssubindustry vertical lineofbusiness categories
    category branchen branche wirtschaftszweig industrie secteur secteurs secteurdactivite sectordeactividad industria settore`,
  url: `website companywebsite corporatewebsite websiteurl websiteaddress webaddress homepage homepageurl companyhomepage companyurl url site
    companysite webpage web www internet internetadresse internetseite webseite webadresse siteweb siteinternet sitioweb paginaweb
    sitoweb link`,
  country: `country countryname countrycode countryiso iso2 hqcountry headquarterscountry headquartercountry countryofheadquarters companycountry
    locationcountry countryregion countryofdomicile domicile nation land pays pais paese countryofincorporation`,
  state: `state stateprovince stateorprovince province stateregion federalstate statename statecode hqstate headquartersstate locationstate
    companystate bundesland kanton provincia estado`,
  city: `city cityname town citytown municipality hqcity headquarterscity headquartercity locationcity companycity stadt ort ville ciudad
    localidad citta`,
  headquarters: `headquarters headquarter headquarterslocation headquarterlocation hq hqlocation headoffice headofficelocation companylocation location
    basedin seat sitz firmensitz hauptsitz standort siege siegesocial localisation sede sedesocial sedeprincipal ubicacion`,
  postalCode: `postalcode zipcode zip postcode zippostalcode plz postleitzahl codepostal codigopostal`,
  latitude: `latitude lat breitengrad`,
  longitude: `longitude lng lon long langengrad`,
  employees: `employees numberofemployees noofemployees nofemployees numemployees nremployees employeecount employeescount countofemployees totalemployees
    fulltimeemployees headcount staff staffcount workforce fte ftes employeesize employeerange employeesrange numberofemployeesrange
    companysize size mitarbeiter mitarbeiterzahl anzahlmitarbeiter zahldermitarbeiter mitarbeitende anzahlmitarbeitende beschaftigte
    effectif effectifs nombredesalaries nombredemployes employes empleados numerodeempleados nodeempleados plantilla dipendenti`,
  previousEmployees: `previousemployees employeespreviousyear employeeslastyear employeesprioryear`,
  revenueUsd: `revenueusd revenue annualrevenue totalrevenue revenues turnover annualturnover sales annualsales netsales estimatedrevenue
    estimatedannualrevenue revenuerange annualrevenuerange umsatz jahresumsatz chiffredaffaires chiffreaffaires ventas facturacion
    ingresos fatturato`,
  previousRevenueUsd: `previousrevenueusd previousrevenue revenuepreviousyear revenuelastyear revenueprioryear`,
  certifications: `certifications certification certificates zertifizierungen zertifikate certificaciones`,
  naicsCodes: `naicscodes naicscode naics primarynaics primarynaicscode`,
  isin: `isin isincode`,
  founded: `founded foundedyear yearfounded foundingyear yearoffoundation foundeddate foundedon dateoffoundation foundation established
    yearestablished grundungsjahr gegrundet grundung anneedecreation datedecreation fondee anodefundacion fundada fundacion`,
  marketCapBand: `marketcap marketcapitalization marketcapitalisation marketcapsize capsize capitalizationband`,
  lei: `lei leicode legalentityidentifier`,
  duns: `duns dunsnumber dunsno`,
  logoUrl: `logourl logo logolink`,
  images: `images imageurls pictures`,
};

/** Headings of common columns that are no part of a company's record; never taken for a description. */
const UNUSED = new Set(
  `id no nr number rank symbol ticker exchange currency market cusip figi compositefigi shareclassfigi address
  streetaddress street street1 street2 addressline1 addressline2 adresse strasse rue direccion calle phone phonenumber telephone tel fax
  telefon telefono mobile email emailaddress mail contact contactperson contactname contactemail ansprechpartner ceo chairman founder
  founders management geschaftsfuhrer owner accountowner parent parentcompany linkedin linkedinurl twitter twitterurl facebook facebookurl
  instagram crunchbaseurl status type companytype legalform rechtsform
  formejuridique ownership source lastupdated updated created createdat updatedat date fundingtotal totalfunding lastfunding`
    .split(/\s+/)
    .filter((key) => key !== ""),
);

/**
 * Returns a heading's form for comparison: letters and digits only, lower case, without accents. "No. of employees" →
 * "noofemployees".
 */
export const headingKey = (heading: string): string => foldCase(heading).replace(/[^\p{L}\p{N}]/gu, "");

interface Meaning {
  field: FileField;
  /** Rank among several columns for one value; the lowest is preferred. */
  rank: number;
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...COMPANY_FIELDS.map((field) => [headingKey(field), { field, rank: 500 }] as const),
  ...Object.entries(HEADINGS).flatMap(([field, keys]) =>
    keys.split(/\s+/).map((key, rank) => [key, { field: field as FileField, rank }] as const),
  ),
]);

/** The unit of an amount that its heading states: currency and scale. */
export interface Unit {
  /** ISO 4217; null where the heading does not state it. */
  currency: string | null;
  /** The factor for a figure. */
  scale: number;
}

/** Matches words of a heading for the unit or the year of an amount: "Revenue 2024 (USD m)", "Umsatz in Mio. EUR". */
const UNIT_WORD =
  /^(?:in|of|fy|fy\d{2,4}|(?:19|20)\d\d|latest|last|year|usd|us|dollars?|eur|euros?|gbp|chf|jpy|cny|inr|k|thousands?|tsd|m|mm|mn|mio|mill?|millions?|millionen|millones|b|bn|mrd|billions?|milliarden|[$€£¥])$/;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thousands?|tsd)$/, 1e3],
  [/^(?:m|mm|mn|mio|mill?|millions?|millionen|millones)$/, 1e6],
  [/^(?:b|bn|mrd|billions?|milliarden)$/, 1e9],
];
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:usd|us|dollars?|\$)$/, "USD"],
  [/^(?:eur|euros?|€)$/, "EUR"],
  [/^(?:gbp|£)$/, "GBP"],
  [/^(?:jpy|¥)$/, "JPY"],
];

export interface Heading extends Meaning {
  unit: Unit;
  /** The year that the heading names; 0 for none. */
  year: number;
}

/** Returns the field of a column with this heading; null where it is unknown. */
export function meaningOf(heading: string): Heading | null {
  const plain: Unit = { currency: null, scale: 1 };
  const whole = MEANINGS.get(headingKey(heading));
  if (whole !== undefined)
    return { ...whole, unit: headingKey(heading).endsWith("usd") ? dollars(plain) : plain, year: 0 };
  const words = foldCase(heading).match(/[\p{L}]+|\d+|[$€£¥]/gu) ?? [];
  const name = words.filter((word) => !UNIT_WORD.test(word)).join("");
  const meaning = MEANINGS.get(name) ?? MEANINGS.get(headingKey(heading.replace(/\([^)]*\)|\[[^\]]*\]/g, " ")));
  if (meaning === undefined) return null;
  const find = <T>(table: readonly (readonly [RegExp, T])[]) =>
    words.map((word) => table.find(([pattern]) => pattern.test(word))?.[1]).find((found) => found !== undefined);
  const otherCode = words.find((word) => /^(?:chf|cny|inr)$/.test(word))?.toUpperCase();
  const unit = { currency: find(CURRENCIES) ?? otherCode ?? null, scale: find(SCALES) ?? 1 };
  return { ...meaning, unit, year: Number(words.find((word) => /^(?:19|20)\d\d$/.test(word)) ?? 0) };
}

const dollars = (unit: Unit): Unit => ({ ...unit, currency: "USD" });

/** Whether a column is known to be no part of a company's record. */
export const isUnused = (heading: string): boolean => UNUSED.has(headingKey(heading));

/**
 * Matches revenue headings in languages other than English: without a currency, their figures cannot be taken for US
 * dollars.
 */
const FOREIGN_REVENUE = /^(?:umsatz|jahresumsatz|chiffre|ventas|facturacion|ingresos|fatturato|turnover)/;
export const isForeignRevenue = (heading: string): boolean => FOREIGN_REVENUE.test(headingKey(heading));
