/** SVG paths of a value over time: one for each interval in which it is known. */
interface Box {
  width: number
  height: number
}

/** Margin above the highest and below the lowest point, relative to the height. */
const MARGIN = 0.08

export function linePaths(values: readonly (number | null)[], { width, height }: Box): { lines: string[]; areas: string[] } {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (place: number) => round((place / Math.max(1, values.length - 1)) * width)
  const y = (value: number) => {
    const share = high === low ? 0.5 : (value - low) / (high - low)
    return round(height * (1 - MARGIN - share * (1 - 2 * MARGIN)))
  }
  const lines: string[] = []
  const areas: string[] = []
  for (const { from, stretch } of stretchesOf(values)) {
    const points = stretch.map((value, step) => `${x(from + step)} ${y(value)}`)
    const line = `M${points.join('L')}`
    lines.push(line)
    areas.push(`${line}L${x(from + stretch.length - 1)} ${height}L${x(from)} ${height}Z`)
  }
  return { lines, areas }
}

/** Runs of known values; a single one is not drawn. */
function stretchesOf(values: readonly (number | null)[]): { from: number; stretch: number[] }[] {
  const found: { from: number; stretch: number[] }[] = []
  let isOpen = false
  for (const [place, value] of values.entries()) {
    if (value === null) isOpen = false
    else if (isOpen) found.at(-1)?.stretch.push(value)
    else {
      found.push({ from: place, stretch: [value] })
      isOpen = true
    }
  }
  return found.filter(({ stretch }) => stretch.length > 1)
}

const round = (coordinate: number): number => Math.round(coordinate * 10) / 10
