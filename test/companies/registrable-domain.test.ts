import { describe, expect, test } from "vitest";
import { readDomain, registrableDomain } from "#companies/registrable-domain";

describe("the registrable domain", () => {
  test.each([
    ["https://www.Vestas.com/en/products?x=1#y", "vestas.com"],
    ["HTTP://INVESTORS.Example.CO.UK:8080", "example.co.uk"],
    ["example.com.", "example.com"],
    ["//shop.example.de/de", "example.de"],
    ["bücher.example.de", "example.de"],
    ["https://Bücher.de", "xn--bcher-kva.de"],
    ["xn--bcher-kva.de", "xn--bcher-kva.de"],
    ["例え.jp", "xn--r8jz45g.jp"],
    ["https://user:secret@example.fr/", "example.fr"],
    ["www.group.rwe", "group.rwe"],
    [" example.com:443 ", "example.com"],
  ])("of %s is %s", (text, domain) => {
    expect(registrableDomain(text)).toBe(domain);
  });

  test("tells the customers of a hosting platform apart", () => {
    expect(registrableDomain("https://acme.github.io/site")).toBe("acme.github.io");
    expect(registrableDomain("http://shop-42.blogspot.com")).toBe("shop-42.blogspot.com");
    expect(registrableDomain("https://github.io")).toBeNull();
  });

  test("is not the platform's for a company's page on it", () => {
    expect(readDomain("https://www.facebook.com/acme.tools").problem).toContain("page on facebook.com");
    expect(readDomain("https://de.linkedin.com/company/acme").problem).toContain("page on linkedin.com");
    expect(readDomain("https://sites.google.com/view/acme").problem).toContain("not the company's own site");
    expect(registrableDomain("https://www.facebook.com/")).toBe("facebook.com");
    expect(registrableDomain("https://www.google.com/about")).toBe("google.com");
  });

  test.each([
    ["", "no web site"],
    ["192.168.0.1", "IP address"],
    ["http://[2001:db8::1]/", "IP address"],
    ["localhost", "no known public suffix"],
    ["acme.notatld", "no known public suffix"],
    ["co.uk", "public suffix"],
    ["info@acme.com", "e-mail"],
    ["mailto:info@acme.com", "e-mail"],
    ["ftp://acme.com", "not a web address"],
    ["javascript:alert(1)", "not a web address"],
    ["Acme GmbH, Berlin", "not a web address"],
    ["n/a", "no known public suffix"],
  ])("does not exist for %j, and the reason is told", (text, reason) => {
    const { domain, problem } = readDomain(text);
    expect(domain).toBeUndefined();
    expect(problem).toContain(reason);
  });
});
