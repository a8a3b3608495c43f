/** As in the style sheets. */
const PHONE = "(max-width: 40rem)";

/** Whether the window is as narrow as a phone's, where explanations start folded. */
export const isPhone = (): boolean => matchMedia(PHONE).matches;
