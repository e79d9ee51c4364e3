/** Form that its button expands in place. Not a dialog, since approving the change opens one. */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './configuration.module.css'

interface FoldedFormProps {
  action: string
  isDisabled?: boolean
  children: (close: () => void) => ReactNode
}

export function FoldedForm({ action, isDisabled = false, children }: FoldedFormProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const formId = useId()

  useEffect(() => {
    // The form opens below its button, which may be at the end of the screen.
    if (isOpen) form.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  function close(): void {
    setOpen(false)
    // The focused field no longer exists.
    button.current?.focus()
  }

  return (
    <>
      <Button
        ref={button}
        variant="default"
        size="sm"
        disabled={isDisabled}
        aria-expanded={isOpen}
        aria-controls={isOpen ? formId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {action}
      </Button>
      {isOpen && (
        <div ref={form} id={formId} className={classes.form}>
          {children(close)}
        </div>
      )}
    </>
  )
}
