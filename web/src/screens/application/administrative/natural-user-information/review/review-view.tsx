/** One document view of a review (ADM-07, ADM-08): pictures, facts next to them, and the officer's decisions. */
import { Alert, Anchor, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { UserInformation } from '@tunjo/contract/compliance-person'
import type { PersonReview, ReviewedItem } from '@tunjo/contract/compliance-review'
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptDocuments, leaseQuery, refreshPerson, reviewQuery } from '../../../../../api/compliance.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { isStepUpCancelled } from '../../../../../api/failure.ts'
import { loadPhrases } from '../../../../../i18n/index.ts'
import { AssignmentLine } from '../../../../../parts/assignment/assignment-line.tsx'
import { useAccount } from '../../../../../session.ts'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { BlockSkeleton } from '../../../../../ui/skeletons.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { useKeyCommands } from '../../../../../ui/use-key-commands.ts'
import { useChecks } from '../checks/use-checks.ts'
import { WaitModal } from '../checks/wait-modal.tsx'
import { type DocumentView, documentPath, dotBeside, dotsOf, formsOf, tabPath } from '../person-views.ts'
import type { NextReview } from '../use-next-review.ts'
import { DeclineModal } from './decline-modal.tsx'
import { downloadAll, orReport } from './download.ts'
import { Facts } from './facts.tsx'
import { LeaseNotice } from './lease-notice.tsx'
import { ProofCard } from './proof-card.tsx'
import classes from './review.module.css'
import { ScreeningView } from './screening-view.tsx'
import { usePictures } from './use-pictures.ts'
import { Viewer } from './viewer.tsx'

const NatureCard = lazyComponent(
  async () => (await Promise.all([import('../documents/nature-card.tsx'), loadPhrases(['nature-review'])]))[0].NatureCard,
  { waiting: <BlockSkeleton height={160} /> },
)
const RepresentativesCard = lazyComponent(
  async () =>
    (await Promise.all([import('../representatives/representatives-card.tsx'), loadPhrases(['representatives', 'verification'])]))[0]
      .RepresentativesCard,
  { waiting: <BlockSkeleton height={160} /> },
)

interface ReviewViewProps {
  person: UserInformation
  document: DocumentView
  /** True while a dialog of the page is open: keys then belong to the dialog. */
  isBlocked: boolean
  /** Called when all items of a level were accepted: the level itself is next. */
  onEarned: () => void
  onKeys: () => void
  next: NextReview
}

export function ReviewView(props: ReviewViewProps) {
  const review = useQuery(reviewQuery(props.person.userId))
  if (review.isError && !review.data) return <ErrorState message={errorText(review.error)} onRetry={() => void review.refetch()} />
  if (!review.data) return <BlockSkeleton height={420} />
  return <Review {...props} review={review.data} />
}

const DONE = { id: 'verified', address: 'addressVerified', nature: 'natureVerified', list: 'verified', pep: 'verified' } as const

function Review({ person, document, review, isBlocked, onEarned, onKeys, next }: ReviewViewProps & { review: PersonReview }) {
  const { t } = useTranslation('review')
  const navigate = useNavigate()
  const [isDeclining, setDeclining] = useState(false)
  const [chosen, setChosen] = useState(0)
  const { userId } = person
  const mayReview = useAccount()?.permissions.includes('kyc.review') ?? false
  const held = useQuery({ ...leaseQuery(userId), enabled: mayReview }).data ?? review.lease
  const forms = formsOf(document)
  const items = review.items.filter(({ form }) => forms.includes(form))
  const pending = items.filter(({ state }) => state === 'Pendiente')
  const pictures = usePictures(userId, items)
  const mayDecide = mayReview && pending.length > 0 && (held === null || held.isMine)

  const waiting = useFirstCheck({ userId, document, onEarned })
  // A renewal earns no level: its person already has it.
  const isRenewal = items.every(({ form }) => Number(form.at(-1)) <= person.verifiedLevel)
  const accepting = useAccepting({ userId, document, items, pending, onEarned: isRenewal ? () => undefined : waiting.begin })
  const isDialogOpen = isBlocked || isDeclining || waiting.isOpen
  const goTo = (view: DocumentView) => void navigate({ to: documentPath(userId, view) })
  useKeyCommands(
    {
      ArrowRight: () => goTo(dotBeside(document, 1, person.typeUser)),
      ArrowLeft: () => goTo(dotBeside(document, -1, person.typeUser)),
      ...(mayDecide && !accepting.isPending ? { v: () => accepting.mutate(), d: () => setDeclining(true) } : {}),
    },
    !isDialogOpen,
  )
  return (
    <div className={classes.review}>
      <h2 className={classes.title}>{t(`views.${document}`)}</h2>
      {held && <LeaseNotice userId={userId} lease={held} />}
      {review.items.some(({ state }) => state === 'Pendiente') && <AssignmentLine userId={userId} assignee={review.assignee} />}
      {accepting.isError && !isStepUpCancelled(accepting.error) && (
        <Alert color="red" role="alert">
          {errorText(accepting.error)}
        </Alert>
      )}
      <div className={classes.columns}>
        {forms.length === 0 && <ScreeningView userId={userId} document={document} isBlocked={isDialogOpen} />}
        {forms.length > 0 && <Viewing pictures={pictures} isBlocked={isDialogOpen} chosen={chosen} onChoose={setChosen} />}
        <div className={classes.facts}>
          {document === 'address' && <ProofCard userId={userId} review={review} mayRead={mayReview && (held === null || held.isMine)} />}
          {document === 'id' && review.shareholders.length > 0 && (
            <RepresentativesCard
              userId={userId}
              shareholders={review.shareholders}
              mayWrite={mayReview && (held === null || held.isMine)}
            />
          )}
          <Facts review={review} forms={forms.length === 0 ? ['natural-1', 'legal-1'] : forms} />
        </div>
      </div>
      {document === 'nature' && <NatureCard userId={userId} />}
      <ReviewFooter person={person} document={document} onKeys={onKeys}>
        {pending.length === 0 && <span className={classes.small}>{t(forms.length > 0 ? 'actions.noneWaits' : 'actions.noDocuments')}</span>}
        {pictures.length > 0 && (
          <Button variant="default" onClick={() => void orReport(downloadAll(userId, items, t('viewer.zip', { id: userId.slice(0, 8) })))}>
            {t('viewer.downloadAll')}
          </Button>
        )}
        <Button variant="default" onClick={() => setDeclining(true)} disabled={!mayDecide || accepting.isPending}>
          {t('actions.decline')}
        </Button>
        <Button onClick={() => accepting.mutate()} disabled={!mayDecide} loading={accepting.isPending}>
          {t('actions.verify')}
        </Button>
        {mayReview && (
          <Button variant="default" onClick={next.take} loading={next.isTaking}>
            {t('actions.next')}
          </Button>
        )}
      </ReviewFooter>
      {waiting.isOpen && <WaitModal userId={userId} onClose={waiting.end} />}
      {isDeclining && (
        <Declining userId={userId} items={pending} looksAt={pictures[chosen]?.itemId ?? null} onClose={() => setDeclining(false)} />
      )}
    </div>
  )
}

function Declining(props: Omit<ComponentProps<typeof DeclineModal>, 'onDone'>) {
  const { t } = useTranslation('review')
  function done(): void {
    props.onClose()
    toast.success(t('actions.declined'))
  }
  return <DeclineModal {...props} onDone={done} />
}

const Viewing = (props: ComponentProps<typeof Viewer>) => {
  const { t } = useTranslation('review')
  return props.pictures.length === 0 ? <p>{t('views.nothing')}</p> : <Viewer {...props} />
}

/**
 * The first acceptance of all level 1 documents launches a background check automatically: the officer sees its progress, and then the
 * next step.
 */
function useFirstCheck({ userId, document, onEarned }: Pick<ReviewViewProps, 'document' | 'onEarned'> & { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { list } = useChecks(userId)
  const isFirst = document === 'id' && list.data?.current === null
  const end = useCallback(() => {
    setOpen(false)
    onEarned()
  }, [onEarned])
  return { isOpen, end, begin: () => (isFirst ? setOpen(true) : onEarned()) }
}

interface Accepting extends Pick<ReviewViewProps, 'document' | 'onEarned'> {
  userId: string
  items: readonly ReviewedItem[]
  pending: readonly ReviewedItem[]
}
function useAccepting({ userId, document, items, pending, onEarned }: Accepting) {
  const { t } = useTranslation('review')
  return useMutation({
    mutationFn: () => acceptDocuments(pending.map(({ id }) => id)),
    async onSuccess() {
      toast.success(t(`actions.${DONE[document]}`))
      await refreshPerson(userId)
      if (isEarned(items, pending)) onEarned()
    },
  })
}

interface ReviewFooterProps {
  person: UserInformation
  document: DocumentView
  onKeys: () => void
  /** Decision controls. */
  children: ReactNode
}

function ReviewFooter({ person: { userId, typeUser }, document, onKeys, children }: ReviewFooterProps) {
  const { t } = useTranslation('review')
  return (
    <footer className={classes.footer}>
      <div className={classes.ways}>
        <Anchor component={Link} to={tabPath(userId, 'general')} underline="always">
          {t('views.start')}
        </Anchor>
        <nav aria-label={t('views.label')} className={classes.dots}>
          {dotsOf(typeUser).map((name) => (
            <Link
              key={name}
              to={documentPath(userId, name)}
              aria-label={t(`views.${name}`)}
              aria-current={name === document ? 'page' : undefined}
            />
          ))}
        </nav>
        <Button variant="subtle" size="xs" onClick={onKeys}>
          {t('actions.keys')} (?)
        </Button>
      </div>
      <div className={classes.actions}>{children}</div>
    </footer>
  )
}

/** True when no item was declined before. */
const isEarned = (items: readonly ReviewedItem[], accepted: readonly ReviewedItem[]): boolean =>
  items.every((item) => item.state === 'Aceptado' || accepted.includes(item))
