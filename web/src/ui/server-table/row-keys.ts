/** Row that a key moves to; null for other keys. */
const ROWS_PER_JUMP = 10

export function rowAfterKey(key: string, current: number, rowCount: number): number | null {
  const last = rowCount - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, current + 1)
    case 'ArrowUp':
      return Math.max(0, current - 1)
    case 'PageDown':
      return Math.min(last, current + ROWS_PER_JUMP)
    case 'PageUp':
      return Math.max(0, current - ROWS_PER_JUMP)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
