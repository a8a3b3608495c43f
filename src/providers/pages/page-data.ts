import { z } from "zod";

/** What a page of a company's site is about, judging by its address or the link to it. */
export const PAGE_KINDS = ["home", "about", "imprint", "contact", "team", "certifications", "sustainability"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

const text = z.string();

const addressSchema = z.object({
  street: text,
  postalCode: text,
  city: text,
  region: text,
  /** As the page writes it: a code or a name. */
  country: text,
});

const personSchema = z.object({ name: text, role: text });

const organizationSchema = z.object({
  name: text,
  legalName: text,
  description: text,
  url: text,
  logo: text,
  address: addressSchema.nullable(),
  people: z.array(personSchema),
  certifications: z.array(text),
});

/** Facts of a page that its markup states. Texts are trimmed but otherwise as on the page; "" where absent. */
export const pageDataSchema = z.object({
  description: text,
  siteName: text,
  /** BCP 47 tag of the page's language, such as "de" or "en-GB". */
  language: text,
  organizations: z.array(organizationSchema),
  people: z.array(personSchema),
  /** Absolute addresses. */
  images: z.array(z.object({ url: text, alt: text, kind: z.enum(["logo", "preview"]) })),
  /** Links to pages of the same site whose kind is known. */
  links: z.array(z.object({ url: text, text: text, kind: z.enum(PAGE_KINDS) })),
});

export type PageData = z.infer<typeof pageDataSchema>;
export type PageAddress = z.infer<typeof addressSchema>;
export type PageOrganization = z.infer<typeof organizationSchema>;
export type PagePerson = z.infer<typeof personSchema>;

export const EMPTY_PAGE: PageData = {
  description: "",
  siteName: "",
  language: "",
  organizations: [],
  people: [],
  images: [],
  links: [],
};
