/** Failure message in place of a part whose code is missing. Without the component library, which may be the missing file. */
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newerVersion, reloadFor } from './newer-version.ts'
import classes from './part-failure.module.css'
import buttons from './plain-button.module.css'
import states from './states.module.css'

interface Failure {
  /** Whether the code is loaded now. */
  tryAgain: () => Promise<boolean>
  onThere: () => void
}

/** @param isPage true when it is the only content of the page: the sentence is its heading */
export function PartInline({ isPage, ...failure }: Failure & { isPage?: boolean }) {
  return (
    <div className={states.state} role="alert">
      <Sentences isPage={isPage} {...failure} />
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

function Sentences({ tryAgain, onThere, titleId, isPage }: Failure & { titleId?: string; isPage?: boolean }) {
  const { t } = useTranslation('ui')
  const [isTrying, setTrying] = useState(false)
  const [wasTried, setWasTried] = useState(false)
  const isOld = useNewerVersion(isPage)
  const Title = isPage ? 'h1' : 'p'

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
        {t(isOld ? 'error.newTitle' : 'error.partTitle')}
      </Title>
      <p className={states.text} role={wasTried ? 'status' : undefined}>
        {t(isOld ? 'error.newText' : wasTried ? 'error.partStill' : 'error.partText')}
      </p>
      {!isOld && (
        <button type="button" className={buttons.primary} aria-disabled={isTrying} onClick={() => void press()}>
          {t(isTrying ? 'loading' : 'error.retry')}
        </button>
      )}
      {(isOld || wasTried) && (
        <button type="button" className={buttons.default} onClick={() => window.location.reload()}>
          {t('error.reload')}
        </button>
      )}
    </>
  )
}

/** Whether the server has a newer version than this page. A page without other content reloads automatically, once. */
function useNewerVersion(isPage = false): boolean {
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    void newerVersion().then((version) => {
      if (version && !(isPage && reloadFor(version))) setOld(true)
    })
  }, [isPage])
  return isOld
}
