// What the scripts may expect of the pages. Their templates give each element what is asked of it, so
// an element that is looked up is there, and has what a field, a form or a dialog has.

interface PageElement extends HTMLElement {
  readonly children: PageElements;
  readonly firstElementChild: PageElement;
  readonly lastElementChild: PageElement;
  readonly nextElementSibling: PageElement;
  readonly previousElementSibling: PageElement;
  readonly parentElement: PageElement;
  readonly childNodes: NodeListOf<PageNode>;
  readonly firstChild: PageNode | null;
  readonly lastChild: PageNode;
  readonly nextSibling: PageNode | null;
  readonly data?: undefined;
  dataset: Record<string, string>;
  value: string;
  name: string;
  type: string;
  min: string;
  max: string;
  disabled: boolean;
  checked: boolean;
  defaultChecked: boolean;
  defaultValue: string;
  selectionStart: number;
  selectionEnd: number;
  options: HTMLOptionsCollection;
  selectedOptions: HTMLCollectionOf<HTMLOptionElement>;
  open: boolean;
  form: PageForm;
  href: string;
  content: TemplateContent;
  cloneNode(deep?: boolean): PageElement;
  close(): void;
  showModal(): void;
  select(): void;
}

/** A text between elements: what it lacks tells it from them. */
interface PageText extends Text {
  readonly nextSibling: PageNode | null;
  readonly attributes?: undefined;
  readonly dataset?: undefined;
  readonly id?: undefined;
  readonly matches?: undefined;
  cloneNode(deep?: boolean): PageText;
}
type PageNode = PageElement | PageText;

interface PageElements extends HTMLCollection {
  readonly [index: number]: PageElement;
  [Symbol.iterator](): ArrayIterator<PageElement>;
}

interface TemplateContent extends DocumentFragment {
  readonly firstElementChild: PageElement;
}

/** A form, whose fields are known by their names. */
interface PageForm extends PageElement, Omit<Known<HTMLFormElement>, keyof PageElement | "elements"> {
  readonly [index: number]: PageElement;
  readonly elements: Fields;
}
/** Without its index, by which any name would be there. */
type Known<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };
type Fields = { namedItem(name: string): PageElement } & Iterable<PageElement> &
  Record<string, PageElement> &
  HTMLFormControlsCollection;

interface ParentNode {
  querySelector(selectors: `form${string}`): PageForm;
  querySelector(selectors: string): PageElement;
  querySelectorAll(selectors: `form${string}`): NodeListOf<PageForm>;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
}
interface Element {
  closest(selectors: string): PageElement;
}
interface Document {
  readonly activeElement: PageElement;
  createElement(name: string): PageElement;
  getElementById(id?: string): PageElement;
}
interface DocumentFragment {
  getElementById(id?: string): PageElement;
}

/** No field of these forms is a file. */
interface FormData {
  [Symbol.iterator](): FormDataIterator<[string, string]>;
}

/** Events that these scripts hear of go to an element. */
interface UIEvent {
  readonly target: PageElement;
}
interface SubmitEvent {
  readonly target: PageForm;
}
/** A form is sent by its button. */
interface Press extends SubmitEvent {
  readonly submitter: PageElement;
}

/** The events of this site, and those of htmx with what is read of them. */
interface HTMLElementEventMap {
  /** A step of a reveal begins: the data of its line. */
  told: CustomEvent<Record<string, string>>;
  "htmx:configRequest": CustomEvent<{ triggeringEvent?: SubmitEvent; formData: FormData }>;
  "htmx:afterRequest": CustomEvent<{ elt: PageForm; xhr?: XMLHttpRequest }>;
  "htmx:wsBeforeMessage": CustomEvent<{ message: string }>;
}
interface WindowEventMap
  extends Pick<HTMLElementEventMap, "htmx:configRequest" | "htmx:afterRequest"> {
  sound: CustomEvent<{ name: string; heads?: number | string; pitch?: number }>;
}

/** js/htmx.min.js, which is no module. */
declare const htmx: {
  process(element: Node): void;
  ajax(method: string, url: string, options?: object): Promise<void>;
  trigger(element: Node, event: string): void;
};

/**
 * The data of a line of the story, and how long it lasts: what a step of a reveal is given. Each kind of
 * line has what its step asks for (draw_line in games/page). Figures are written, as in any dataset.
 */
interface Step {
  ms: number;
  seat: string;
  seats: string;
  card: string;
  cards: string;
  row: string;
  from: string;
  to: string;
  adds: string;
  /** Beside a fan card: the number comes last in its row. */
  last?: "";
  kind: string;
  shows: string;
  heads: string;
  hold: string;
  counts: string;
  count: string;
  plays: string;
  call: string;
  /** Of a low card: the class of the place where it lands. */
  low?: string;
  number: string;
  scores: string;
  totals: string;
}

/** A seat and the card that was played there. */
type Pair = [seat: string, card: string];

/** What a step of a reveal moves. */
type Stage = import("../../static/js/reveal.js").Reveal;

type Connection = import("../../static/js/connection.js").Connection;
type Reveals = import("../../static/js/reveal.js").Reveals;
