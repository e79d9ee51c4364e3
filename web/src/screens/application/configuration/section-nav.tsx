/** Goes from section to section; each has its address, so that mails and other screens can point to it. */
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './section-nav.module.css'
import { SECTIONS, type Section } from './sections.ts'

export function SectionNav({ current }: { current: Section }) {
  const { t } = useTranslation('configuration')
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    // On a phone the strip is wider than the screen.
    const strip = list.current
    const entry = strip?.querySelector<HTMLElement>(`[data-section="${current}"]`)
    // In the middle, so that what lies on either side is seen to be there.
    if (strip && entry) strip.scrollLeft = entry.offsetLeft - strip.offsetLeft - (strip.clientWidth - entry.offsetWidth) / 2
  }, [current])

  return (
    <nav aria-label={t('sections')} className={classes.nav}>
      <ul ref={list} className={classes.list}>
        {SECTIONS.map((section) => (
          <li key={section} data-section={section}>
            <Link
              to="."
              search={{ seccion: section }}
              className={classes.link}
              aria-current={section === current ? 'page' : undefined}
              // The router would mark every link, since they differ in the search only.
              activeProps={{ 'aria-current': section === current ? 'page' : undefined }}
            >
              {t(`section.${section}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
