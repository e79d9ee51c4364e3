/** Steps of a request about personal data of which the person is told. */
export type DataRequestStep = 'received' | 'in_review' | 'incomplete' | 'completed' | 'extended' | 'answered' | 'rejected' | 'desisted'
