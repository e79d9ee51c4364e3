/**
 * Show placeholders until the first answers of a screen have loaded or a time limit has passed, to prevent layout shifts.
 * Its parts load meanwhile.
 */
import { Stack } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { BlockSkeleton } from '../ui/skeletons.tsx'
import classes from './first-answers.module.css'
import { PageReady } from './page-ready.ts'

/** An answer may trigger the next request. */
const QUIET_MS = 60
const LONGEST_MS = 4_000

export function LoadingGate({ heights, children }: { heights: readonly number[]; children: ReactNode }) {
  const asked = useIsFetching({ predicate: ({ state }) => state.status === 'pending' })
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    if (asked > 0) return undefined
    const timer = setTimeout(() => setReady(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [asked])
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className={classes.page} data-waiting={!isReady || undefined}>
      {!isReady && (
        <Stack gap={20} className={classes.places}>
          {heights.map((height, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places that never move
            <BlockSkeleton key={place} height={height} />
          ))}
        </Stack>
      )}
      <div className={classes.content}>
        <PageReady value={isReady}>{children}</PageReady>
      </div>
    </div>
  )
}
