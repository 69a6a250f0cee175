// What the scripts may expect of the pages. Their templates give each element what is asked of it, so
// an element that is looked up is there, and has what a field, a form or a dialog has.

interface PageElement extends Omit<HTMLElement, "dataset" | "cloneNode"> {
  dataset: Record<string, any>;
  /** A number that is written becomes a text, as in `dataset`. */
  value: any;
  name: string;
  type: string;
  min: string;
  max: string;
  disabled: boolean;
  checked: boolean;
  defaultChecked: boolean;
  defaultValue: string;
  options: HTMLOptionsCollection;
  open: boolean;
  form: PageElement;
  action: string;
  href: string;
  elements: any;
  content: Omit<DocumentFragment, "firstElementChild"> & { readonly firstElementChild: PageElement };
  cloneNode(deep?: boolean): PageElement;
  close(): void;
  showModal(): void;
  select(): void;
  submit(): void;
}

interface ParentNode {
  querySelector(selectors: string): PageElement;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
  readonly firstElementChild: PageElement;
}
interface HTMLCollectionBase {
  [Symbol.iterator](): ArrayIterator<PageElement>;
}
interface Element {
  closest(selectors: string): PageElement;
}
interface Document {
  readonly activeElement: PageElement;
  getElementById(id: string): PageElement;
}
interface DocumentFragment {
  getElementById(id: string): PageElement;
}

/** Events that these scripts hear of go to an element. */
interface EventTarget {
  readonly tagName: string;
  closest(selectors: string): PageElement;
  matches: any;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
  click(): void;
  select(): void;
}
interface Event {
  readonly detail: any;
}

/** js/htmx.min.js, which is no module. */
declare const htmx: { process(element: Node): void; ajax(method: string, url: string, options?: object): Promise<void> };

/** An event as a page hears it, of whatever kind. */
interface PageEvent extends Event {
  readonly target: any;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** What a step of a reveal moves: the Reveal of js/reveal.js. */
type Stage = any;

type Connection = import("../../static/js/connection.js").Connection;
type Reveals = import("../../static/js/reveal.js").Reveals;
