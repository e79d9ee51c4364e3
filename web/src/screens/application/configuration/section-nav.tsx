/** Section navigation; each section has an address, so that mails and other screens can link to it. */
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
    // Centred, so that the neighbours on both sides are visible.
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
              // The router would mark every link, since they differ only in the search parameters.
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
