/** The files of one list as one: OFAC gives four, and what the others say is about entries of the first. */
const ORDER = [/^sdn(?!_comments)/, /^alt/, /^add/, /^sdn_comments/]
const placeOf = ({ name }: Pick<File, 'name'>): number => {
  const at = ORDER.findIndex((start) => start.test(name.toLowerCase()))
  return at === -1 ? ORDER.length : at
}

export const inReadingOrder = <F extends Pick<File, 'name'>>(files: readonly F[]): F[] => [...files].sort((a, b) => placeOf(a) - placeOf(b))

/** One after the other, each on a line of its own; a single file leaves byte by byte as it is, so that its sum is that of its publisher. */
export const together = (files: readonly Blob[]): Blob => new Blob(files.flatMap((file, at) => (at === 0 ? [file] : ['\n', file])))
