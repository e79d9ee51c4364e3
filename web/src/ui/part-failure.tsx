/** What stands where the code of a part is missing. Without the component library: its dialogs may be what did not arrive. */
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './part-failure.module.css'
import buttons from './plain-button.module.css'
import states from './states.module.css'

interface Failure {
  /** Whether the code is there now. */
  tryAgain: () => Promise<boolean>
  onThere: () => void
}

/** @param isPage nothing else is on the page: the sentence is its heading */
export function PartInline({ isPage, ...failure }: Failure & { isPage?: boolean }) {
  return (
    <div className={states.state} role="alert">
      <Sentences as={isPage ? 'h1' : 'p'} {...failure} />
    </div>
  )
}

export function PartDialog({ onClose, ...failure }: Failure & { onClose: () => void }) {
  const { t } = useTranslation('ui')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const { activeElement } = document
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      if (activeElement instanceof HTMLElement) activeElement.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onCancel={onClose}>
      <div className={states.state}>
        <Sentences titleId={titleId} {...failure} />
        <button type="button" className={buttons.default} onClick={onClose}>
          {t('error.close')}
        </button>
      </div>
    </dialog>
  )
}

function Sentences({ tryAgain, onThere, titleId, as: Title = 'p' }: Failure & { titleId?: string; as?: 'h1' | 'p' }) {
  const { t } = useTranslation('ui')
  const [isTrying, setTrying] = useState(false)
  const [wasTried, setWasTried] = useState(false)

  async function press(): Promise<void> {
    if (isTrying) return
    setTrying(true)
    if (await tryAgain()) return onThere()
    setTrying(false)
    setWasTried(true)
  }

  return (
    <>
      <Title id={titleId} className={states.title}>
        {t('error.partTitle')}
      </Title>
      <p className={states.text} role={wasTried ? 'status' : undefined}>
        {t(wasTried ? 'error.partStill' : 'error.partText')}
      </p>
      <button type="button" className={buttons.primary} aria-disabled={isTrying} onClick={() => void press()}>
        {t(isTrying ? 'loading' : 'error.retry')}
      </button>
      {wasTried && (
        <button type="button" className={buttons.default} onClick={() => window.location.reload()}>
          {t('error.reload')}
        </button>
      )}
    </>
  )
}
