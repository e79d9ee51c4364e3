/** A choice from a list that is searched by typing: what is chosen is selected on focus, so that the search replaces it. */
import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

type SearchSelectProps = Omit<SelectProps, 'ref' | 'searchable' | 'onSearchChange' | 'onFocus' | 'onClick'>

export function SearchSelect(props: SearchSelectProps) {
  const input = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState('')
  const { value, data } = props
  const chosen = data?.find((item) => typeof item === 'object' && 'value' in item && item.value === value)
  const label = chosen && typeof chosen === 'object' && 'label' in chosen ? chosen.label : null

  /** A search that has begun keeps its place: somebody may be correcting it. */
  function selectChosen(): void {
    if (input.current && input.current.value === label) input.current.select()
  }

  useEffect(() => {
    // The keyboard stays in the field after a choice: the next key begins another search.
    if (search === label && document.activeElement === input.current) input.current?.select()
  }, [search, label])

  // A press places the caret after the focus: the click comes last.
  return <Select {...props} ref={input} searchable onSearchChange={setSearch} onFocus={selectChosen} onClick={selectChosen} />
}
