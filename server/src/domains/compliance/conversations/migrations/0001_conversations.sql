-- What compliance and a customer write to each other, one conversation for each matter. What was said is sealed with the key of the
-- customer's files, so that it goes with them (crypto-shredding).
CREATE SCHEMA conversations;

CREATE TABLE conversations.conversation (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL,
  topic            text NOT NULL CHECK (topic IN ('verification', 'deposit', 'withdrawal', 'account')),
  -- the movement; '' where a person has one conversation of the topic
  subject          text NOT NULL,
  state            text NOT NULL CHECK (state IN ('open', 'closed')),
  opened_at        timestamptz NOT NULL,
  last_at          timestamptz NOT NULL,
  -- until when the customer hears about the matter itself
  matter_due_at    timestamptz,
  -- until when what they wrote is answered, and since when it waits
  answer_due_at    timestamptz,
  unanswered_since timestamptz,
  asks             boolean NOT NULL,
  -- the last entry that the customer has seen
  seen_id          uuid,
  UNIQUE (account_id, topic, subject),
  CHECK ((answer_due_at IS NULL) = (unanswered_since IS NULL)),
  CHECK (state = 'open' OR (unanswered_since IS NULL AND matter_due_at IS NULL))
);
CREATE INDEX conversation_unanswered ON conversations.conversation (unanswered_since, id) WHERE unanswered_since IS NOT NULL;
CREATE INDEX conversation_newest ON conversations.conversation (state, last_at DESC, id DESC);

CREATE TABLE conversations.message (
  id              uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES conversations.conversation,
  author          text NOT NULL CHECK (author IN ('system', 'customer', 'officer')),
  author_id       uuid,
  -- chosen by whoever sent it
  client_id       uuid,
  -- what we said by ourselves follows from one event
  event_id        uuid,
  kind            text NOT NULL CHECK (kind IN ('text', 'review_begun', 'declined', 'held', 'paused', 'resolved')),
  sealed          bytea NOT NULL,
  at              timestamptz NOT NULL,
  UNIQUE (conversation_id, author_id, client_id),
  UNIQUE (conversation_id, event_id),
  CHECK ((author = 'system') = (author_id IS NULL)),
  CHECK ((author = 'system') = (event_id IS NOT NULL)),
  CHECK ((author = 'system') = (client_id IS NULL)),
  CHECK ((author = 'system') = (kind <> 'text'))
);
CREATE INDEX message_conversation ON conversations.message (conversation_id, id DESC);

CREATE TABLE conversations.attachment (
  id         uuid PRIMARY KEY,
  message_id uuid NOT NULL REFERENCES conversations.message,
  file_id    uuid NOT NULL,
  name       text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('image', 'pdf')),
  bytes      bigint NOT NULL,
  sha256     text NOT NULL
);
CREATE INDEX attachment_message ON conversations.attachment (message_id);

CREATE TABLE conversations.state_history (
  id         uuid PRIMARY KEY,
  machine    text NOT NULL,
  subject_id text NOT NULL,
  -- null: it began
  from_state text,
  to_state   text NOT NULL,
  at         timestamptz NOT NULL,
  actor      text NOT NULL CHECK (actor IN ('customer', 'officer', 'provider', 'chain', 'system')),
  actor_id   uuid,
  note       text
);
CREATE INDEX state_history_subject ON conversations.state_history (subject_id, id);
