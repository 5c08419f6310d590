import "react";

/** React renders the attributes `command` and `commandfor`, but its types do not have them yet. */
declare module "react" {
  interface ButtonHTMLAttributes<T> {
    command?: "show-modal" | "close" | "request-close";
    commandfor?: string;
  }
}
