/** Text as it may stand in HTML, in an attribute too. */
export const escaped = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
