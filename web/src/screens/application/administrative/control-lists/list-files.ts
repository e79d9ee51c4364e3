/** Files of one list joined into one: OFAC has four, of which the others refer to entries of the first. */
const ORDER = [/^sdn(?!_comments)/, /^alt/, /^add/, /^sdn_comments/]
const placeOf = ({ name }: Pick<File, 'name'>): number => {
  const at = ORDER.findIndex((start) => start.test(name.toLowerCase()))
  return at === -1 ? ORDER.length : at
}

export const inReadingOrder = <F extends Pick<File, 'name'>>(files: readonly F[]): F[] => [...files].sort((a, b) => placeOf(a) - placeOf(b))

/** Join files with a line break between them; a single file stays byte by byte as it is, so that its checksum is the publisher's. */
export const together = (files: readonly Blob[]): Blob => new Blob(files.flatMap((file, at) => (at === 0 ? [file] : ['\n', file])))
