/** Bell of the header with the number of unread notices. The list is loaded with the first press. */
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unreadQuery } from '../../api/notices.ts'
import { loadPhrases } from '../../i18n/index.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from './notice-bell.module.css'

const SHOWN_MAX = 9

const NoticePanel = lazyComponent(
  async () => {
    const [panel] = await Promise.all([import('./notice-panel.tsx'), loadPhrases(['notices'])])
    return panel.default
  },
  { dialog: { close: ({ onClose }) => onClose() } },
)

export function NoticeBell() {
  const { t } = useTranslation('shell')
  const { data } = useQuery(unreadQuery)
  const unread = data ?? 0
  const shown = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => (opened ? whenPressedOutside(area.current, () => setOpened(false)) : undefined), [opened])

  function close(): void {
    setOpened(false)
    button.current?.focus()
  }
  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape' && opened) close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from the button and from the list
    <div ref={area} className={classes.area} onKeyDown={closeOnEscape}>
      <button
        ref={button}
        type="button"
        className={classes.bell}
        aria-label={unread === 0 ? t('bell.none') : t('bell.some', { shown })}
        aria-expanded={opened}
        aria-haspopup="dialog"
        onClick={() => setOpened(!opened)}
      >
        <IconBell size={24} stroke={1.6} aria-hidden />
        {unread > 0 && (
          <span className={classes.badge} aria-hidden>
            {shown}
          </span>
        )}
      </button>
      <Arrivals unread={data} />
      {opened && <NoticePanel onClose={close} onLeave={() => setOpened(false)} />}
    </div>
  )
}

/** Announces notices that arrive while the page is open; neither earlier ones nor the reading of them. */
function Arrivals({ unread }: { unread: number | undefined }) {
  const { t } = useTranslation('shell')
  const last = useRef<number | undefined>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    if (unread === undefined) return
    if (last.current !== undefined && unread > last.current) setText(t('bell.arrived', { count: unread }))
    last.current = unread
  }, [unread, t])
  return (
    <span role="status" className={classes.spoken}>
      {text}
    </span>
  )
}

function whenPressedOutside(area: HTMLElement | null, then: () => void): () => void {
  function receive(event: Event): void {
    if (event.target instanceof Node && !area?.contains(event.target)) then()
  }
  document.addEventListener('pointerdown', receive)
  return () => document.removeEventListener('pointerdown', receive)
}
