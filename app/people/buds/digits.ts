/** The zeros of decimal digits in other scripts; each is followed by the nine others. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
]
// Digits beyond the first plane are in no number that somebody dials.

/** With the digits 0 to 9 in place of those of other scripts, as the function `ascii_digits` of the database. */
export const asciiDigits = (text: string) =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((first) => first <= code && code <= first + 9)
    return zero === undefined ? digit : String(code - zero)
  })
