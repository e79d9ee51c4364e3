/** Searchable select: the chosen text is selected on focus, so that typing replaces it. */
import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

type SearchSelectProps = Omit<SelectProps, 'ref' | 'searchable' | 'onSearchChange' | 'onFocus' | 'onClick'>

export function SearchSelect(props: SearchSelectProps) {
  const input = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState('')
  const { value, data } = props
  const chosen = data?.find((item) => typeof item === 'object' && 'value' in item && item.value === value)
  const label = chosen && typeof chosen === 'object' && 'label' in chosen ? chosen.label : null

  /** Keeps a started search, which the person may be correcting. */
  function selectChosen(): void {
    if (input.current && input.current.value === label) input.current.select()
  }

  useEffect(() => {
    // The focus stays in the field after a choice: the next key starts another search.
    if (search === label && document.activeElement === input.current) input.current?.select()
  }, [search, label])

  // A click places the caret after the focus event: the click handler runs last.
  return <Select {...props} ref={input} searchable onSearchChange={setSearch} onFocus={selectChosen} onClick={selectChosen} />
}
