/** How an arc of SVG is filled. `pathLength` makes a whole circle 100 long, so no radius is needed. */

/** A gauge keeps a quarter open at the bottom. */
export type ArcShape = 'circle' | 'gauge'

const TRACK_LENGTH = { circle: 100, gauge: 75 } as const

/** Degrees that the circle is turned by, so that it starts where the shape starts. */
export const START_DEGREES = { circle: -90, gauge: 135 } as const

/** `stroke-dasharray` that fills `points` (hundredths of a per cent) of the track. */
export function filledDash(shape: ArcShape, points: bigint): string {
  const filled = (TRACK_LENGTH[shape] * Number(points)) / 10_000
  return `${filled} ${100 - filled}`
}
