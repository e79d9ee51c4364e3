/** Tabs with one address each, in one row; on a phone the row scrolls, with the open tab in view. */
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

export interface TabLink {
  readonly to: `/${string}`
  readonly label: string
  readonly isOpen: boolean
}

// Exact match: `…/verification/` is a prefix of `…/verification/alertas`.
const ACTIVE = { exact: true } as const

export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const row = useRef<HTMLElement>(null)
  const open = tabs.find(({ isOpen }) => isOpen)?.to
  // Scrolls only the row: `scrollIntoView` would move the page too.
  useEffect(() => {
    const tab = open && row.current?.querySelector('[aria-current]')
    if (!row.current || !tab) return
    const [outer, inner] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    row.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [open])
  return (
    <nav ref={row} aria-label={label} className={classes.row}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} activeOptions={ACTIVE} className={classes.tab} aria-current={tab.isOpen ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
