/** Drawing under rings and gauges: a track and its filled part. Decorative: its figures are next to it as text. */
import { type ArcShape, filledDash, START_DEGREES } from './arc.ts'

interface ArcDrawingProps {
  shape: ArcShape
  /** Hundredths of a percent. */
  points: bigint
  size: number
  thickness: number
  color?: string
}

const FULL = 10_000n

export function ArcDrawing({ shape, points, size, thickness, color = 'var(--tunjo-positive)' }: ArcDrawingProps) {
  const arc = {
    cx: size / 2,
    cy: size / 2,
    r: (size - thickness) / 2,
    fill: 'none',
    strokeWidth: thickness,
    pathLength: 100,
    transform: `rotate(${START_DEGREES[shape]} ${size / 2} ${size / 2})`,
  }
  return (
    <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <circle {...arc} stroke="var(--tunjo-line)" strokeDasharray={filledDash(shape, FULL)} />
      {points > 0n && <circle {...arc} stroke={color} strokeDasharray={filledDash(shape, points)} />}
    </svg>
  )
}
