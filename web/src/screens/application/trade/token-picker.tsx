/** Token picker: search box and list, by keyboard or touch (EX-03). */
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { TokenBalance } from '@tunjo/contract/trading'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unitsOf } from '../../../parts/price-figures.ts'
import { Modal } from '../../../ui/modal.tsx'
import { TokenIcon } from '../../../ui/token-icon.tsx'
import classes from './token-picker.module.css'
import { figure } from './token-row.tsx'
import { findTokens } from './token-search.ts'

interface TokenPickerProps {
  opened: boolean
  onClose: () => void
  tokens: readonly TokenBalance[]
  /** Token on the side that is being chosen. */
  chosen: number
  /** Token on the other side: choosing it flips the swap. */
  inUse: number
  onChoose: (token: number) => void
}

export function TokenPicker({ opened, onClose, ...choice }: TokenPickerProps) {
  const { t } = useTranslation('trade')
  return (
    <Modal opened={opened} onClose={onClose} title={t('picker.title')} size="sm">
      <Choice {...choice} />
    </Modal>
  )
}

/** Separate component, so that each opening starts with an empty search. */
function Choice({ tokens, chosen, inUse, onChoose }: Omit<TokenPickerProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation('trade')
  const [text, setText] = useState('')
  const listId = useId()
  const found = findTokens(tokens, text)
  const { list, current, setAt, onKeyDown } = useListKeys(found, onChoose)
  const optionId = (id: number) => `${listId}-${id}`

  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t('picker.search')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[current] && optionId(found[current].id)}
        placeholder={t('picker.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} ref={list} role="listbox" aria-label={t('picker.list')} className={classes.list}>
        {found.map((token, index) => (
          <Option
            key={token.id}
            id={optionId(token.id)}
            token={token}
            isCurrent={index === current}
            use={token.id === chosen ? 'chosen' : token.id === inUse ? 'inUse' : null}
            onPoint={() => setAt(index)}
            onChoose={() => onChoose(token.id)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.empty} role="status">
          {t('picker.empty', { text: text.trim() })}
        </p>
      )}
    </>
  )
}

/** Arrow keys and Enter in the search box move through the list below it. */
function useListKeys(found: readonly TokenBalance[], onChoose: (token: number) => void) {
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const current = Math.min(at, Math.max(0, found.length - 1))

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const token = found[current]
    if (step !== 0 && found.length > 0) setAt((current + step + found.length) % found.length)
    else if (event.key === 'Enter' && token) onChoose(token.id)
    else return
    event.preventDefault()
  }

  return { list, current, setAt, onKeyDown }
}

interface OptionProps {
  id: string
  token: TokenBalance
  /** True when it has the keyboard focus. */
  isCurrent: boolean
  use: 'chosen' | 'inUse' | null
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, token, isCurrent, use, onPoint, onChoose }: OptionProps) {
  const { t } = useTranslation('trade')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken by the search box, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={use === 'chosen'}
      data-current={isCurrent || undefined}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <TokenIcon symbol={token.symbol} size={32} />
      <span className={classes.name}>
        <span className={classes.symbol} translate="no">
          {token.symbol}
        </span>
        <span className={classes.quiet}>{token.name}</span>
      </span>
      <span className={classes.balance}>
        <span translate="no">{figure(unitsOf(token.balance, token.decimals), token.decimals)}</span>
        {use && <span className={classes.quiet}>{t(`picker.${use}`)}</span>}
      </span>
    </div>
  )
}
