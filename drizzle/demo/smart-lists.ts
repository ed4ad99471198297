import type { PlainFilter } from '~/people/buds/bud-filter'

type DemoList = { name: string; filter: PlainFilter; sort: string }

/** The smart lists of the demo account. */
export const demoSmartLists: DemoList[] = [
  {
    name: 'Due by next week',
    filter: {
      match: 'any',
      rules: [
        { field: 'due', is: 'overdue' },
        { field: 'due', is: 'within', value: 7 },
      ],
    },
    sort: 'A-Z',
  },
  {
    name: 'Birthday missing',
    filter: {
      match: 'all',
      rules: [
        { field: 'type', is: 'any', value: ['Friend', 'Family'] },
        { field: 'lacks', is: 'all', value: ['birthday'] },
      ],
    },
    sort: 'A-Z',
  },
]
