/** File name that every system accepts: `user-information.csv`. */
export function csvName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{Mark}/gu, '')
  const safe = plain
    .replace(/\.csv$/i, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return `${safe || 'tunjo'}.csv`
}
