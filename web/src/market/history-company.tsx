interface HistoryCompanyProps {
  company: { name: string; domain: string };
  onOpen: (domain: string) => void;
}

/** Shows a company's present name, which opens its details. */
export function HistoryCompany({ company: { name, domain }, onOpen }: HistoryCompanyProps) {
  return (
    <button type="button" className="company-name" onClick={() => onOpen(domain)}>
      <strong>{name}</strong>
      <span className="quiet">{domain}</span>
    </button>
  );
}
