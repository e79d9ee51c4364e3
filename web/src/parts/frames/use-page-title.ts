/** Document title and focus after navigation (SHELL-01: "<page> | Tunjo"). */
import { useMatches } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

export function usePageTitle(): string | undefined {
  const { t } = useTranslation('shell')
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const title = key && t(`title.${key}`)
  useEffect(() => {
    document.title = title ? `${title} | ${t('product')}` : t('product')
  }, [title, t])
  return title
}

/** After a navigation the focus moves to the heading of the new page. */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current !== path) focusHeading(main.current)
    previous.current = path
  }, [path, main])
}

function focusHeading(main: HTMLElement | null): void {
  const heading = main?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  const start = heading ?? main
  start?.focus({ preventScroll: true })
}
