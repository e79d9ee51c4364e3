/** Hook for the text of an amount field; its additional state is dropped when the text is changed from outside. */
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { leaveDecimals, leavePesos, type TypedAmount, typeDecimals, typedAmount, typePesos } from './typed-amount.ts'

/** @param isWhole pesos, which have no decimals */
export function useTypedAmount(text: string, onChange: (text: string) => void, isWhole: boolean) {
  const [state, setState] = useState<TypedAmount>(() => typedAmount(text))
  const typed = state.text === text ? state : typedAmount(text)
  const type = isWhole ? typePesos : typeDecimals
  function keep(next: TypedAmount): void {
    setState(next)
    onChange(next.text)
  }

  /** In pesos a comma is never accepted, and a point only where thousands may follow. */
  function blockDecimalKey(event: KeyboardEvent<HTMLInputElement>): void {
    const { currentTarget: field, key } = event
    if (key !== '.' && key !== ',' && key !== 'Decimal') return
    const isOpen = field.value !== '' && isAtEnd(field)
    if (key === '.' && isOpen && typed.beforePoint === null && typed.ignoredAfter !== 'comma') return
    event.preventDefault()
    if (key !== '.' && isOpen) keep(typePesos(typed, `${typed.beforePoint ?? typed.text},`, true))
  }

  return {
    typed,
    onChange({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
      const next = type(typed, field.value, isAtEnd(field))
      if (next.text !== field.value) keepCursor(field)
      keep(next)
    },
    onBlur: () => keep((isWhole ? leavePesos : leaveDecimals)(typed)),
    onKeyDown: isWhole ? blockDecimalKey : undefined,
  }
}

/** Separators count from the right, so the cursor keeps its distance from the end. */
function keepCursor(field: HTMLInputElement): void {
  const fromEnd = field.value.length - (field.selectionStart ?? field.value.length)
  requestAnimationFrame(() => {
    const at = Math.max(0, field.value.length - fromEnd)
    field.setSelectionRange(at, at)
  })
}

const isAtEnd = ({ value, selectionStart }: HTMLInputElement): boolean => selectionStart === value.length
