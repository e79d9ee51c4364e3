/** Skip link: the first tab stop, past the menu to the page. */
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './frames.module.css'

export const MAIN_ID = 'contenido'

export function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('shell')
  return (
    <a
      href={`#${MAIN_ID}`}
      className={classes.skip}
      onClick={(event) => {
        event.preventDefault()
        main.current?.focus()
      }}
    >
      {t('skip')}
    </a>
  )
}
