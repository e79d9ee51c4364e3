/** Fill of an SVG arc. `pathLength` makes a whole circle 100 long, so no radius is needed. */

/** A gauge keeps a quarter open at the bottom. */
export type ArcShape = 'circle' | 'gauge'

const TRACK_LENGTH = { circle: 100, gauge: 75 } as const

/** Rotation of the circle in degrees, so that it starts where the shape starts. */
export const START_DEGREES = { circle: -90, gauge: 135 } as const

/** `stroke-dasharray` that fills `points` (hundredths of a percent) of the track. */
export function filledDash(shape: ArcShape, points: bigint): string {
  const filled = (TRACK_LENGTH[shape] * Number(points)) / 10_000
  return `${filled} ${100 - filled}`
}
