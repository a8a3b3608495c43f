import { Icon } from "./icon.tsx";

interface SearchFieldProps {
  /** What is searched, for screen readers. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

/** The field that filters a list by a text. */
export function SearchField({ label, placeholder = "Search…", value, onChange }: SearchFieldProps) {
  return (
    <label className="search">
      <span className="unseen">{label}</span>
      <Icon name="search" />
      <input type="search" placeholder={placeholder} value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
