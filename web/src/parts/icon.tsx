/** Line drawings on a grid of 24 by 24, each of one path. */
const PATHS = {
  add: "M12 5v14M5 12h14",
  arrow: "M5 12h14m-6-6 6 6-6 6",
  ascending: "M12 19V5m-5 5 5-5 5 5",
  back: "M19 12H5m6-6-6 6 6 6",
  check: "m5 12.5 4.5 4.5L19 7.5",
  descending: "M12 5v14m-5-5 5 5 5-5",
  download: "M12 5v11m-4.5-4 4.5 4.5 4.5-4.5M5 19h14",
  close: "m6 6 12 12M18 6 6 18",
  info: "M12 11v6m0-9.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z",
  key: "M14.5 9.5 20 4m-3 3 2.5 2.5M15.5 13.5a5 5 0 1 1-10 0 5 5 0 0 1 10 0Z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  open: "M14 5h5v5m0-5-8 8M10 6H6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-4",
  publish: "M12 16V5m-4.5 4L12 4.5 16.5 9M5 15v3.5a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V15",
  search: "m20 20-4.2-4.2M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z",
  sortable: "m8 9 4-4 4 4m-8 6 4 4 4-4",
  sun: "M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z",
  warning: "M12 9v4.5m0 3v.01M10.3 4.2 2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z",
  out: "M15 8V6a1 1 0 0 0-1-1H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-2m-5-4h11m-4-4 4 4-4 4",
  question: "M9.3 9.2a2.8 2.8 0 1 1 4 2.6c-.8.4-1.3 1-1.3 1.9v.3m0 3v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z",
} as const;

/** Decoration only: its meaning stands beside it, or in the label of its button. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
