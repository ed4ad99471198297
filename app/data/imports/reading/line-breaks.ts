/** VT, FF, the separators of ASCII, NEL and those of Unicode. Programs write them for a line break within a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are line breaks
const lineBreak = /\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]/g

/** Text whose line breaks are all LF. */
export const withLineFeeds = (text: string) => text.replace(lineBreak, '\n')
