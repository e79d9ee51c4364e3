/** Who looks at a paper and since when, all over it: a photograph of the screen tells whose it was. */
import { useId, useState } from 'react'
import { useAccount } from '../../../../../session.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import classes from './review.module.css'

/** Of one repetition, in pixels: wide enough for most addresses, sparse enough to read what is under it. */
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
