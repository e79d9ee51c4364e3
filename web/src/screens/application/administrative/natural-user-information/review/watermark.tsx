/** Watermark with the viewing officer and the time: a photograph of the screen identifies its source. */
import { useId, useState } from 'react'
import { useAccount } from '../../../../../session.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import classes from './review.module.css'

/** Size of one repetition in pixels: wide enough for most addresses, sparse enough to read the content below. */
const TILE = { width: 340, height: 150 } as const

export function Watermark() {
  const id = useId()
  const [since] = useState(() => new Date())
  const email = useAccount()?.email ?? ''
  return (
    <svg className={classes.watermark} aria-hidden="true">
      <defs>
        <pattern id={id} {...TILE} patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
          <text x="12" y="60">
            {email}
          </text>
          <text x="12" y="78">
            {formatDate(since)}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
