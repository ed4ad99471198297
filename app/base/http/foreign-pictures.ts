/** Whether the page with this path shows pictures of other sites: posts do, and the preview in their editor. */
export const hasForeignPictures = (path: string) => /^\/(dashboard\/)?blog([/?#]|$)/i.test(path)
