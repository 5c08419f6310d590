"""A bare WebKitGTK window for WebKitWebDriver. Debian's MiniBrowser cannot be as narrow as a phone, and hides the console."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

width, height = int(sys.argv[1]), int(sys.argv[2])

# Passes the page's errors and warnings on, because WebDriver cannot read the console.
listening = """
const tell = (text) => webkit.messageHandlers.complaint.postMessage(String(text));
for (const kind of ["error", "warn"]) {
  const own = console[kind];
  console[kind] = (...words) => { tell(words.join(" ")); own.apply(console, words); };
}
addEventListener("error", ({ message, target }) => tell(message ?? `not loaded: ${target.src || target.href}`), true);
addEventListener("unhandledrejection", ({ reason }) => tell(reason));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => tell(`${violatedDirective} forbids ${blockedURI}`));
"""
content = WebKit2.UserContentManager()
content.register_script_message_handler("complaint")
content.connect(
    "script-message-received::complaint",
    lambda _, message: print("COMPLAINT", message.get_js_value().to_string().replace("\n", " "), flush=True),
)
content.add_script(
    WebKit2.UserScript(
        listening,
        WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START,
        None,
        None,
    )
)

context = WebKit2.WebContext.new_ephemeral()
context.set_preferred_languages(["pt-BR", "pt"])
context.set_automation_allowed(True)
# With this proxy pages can reach only this machine.
context.get_website_data_manager().set_network_proxy_settings(
    WebKit2.NetworkProxyMode.CUSTOM,
    WebKit2.NetworkProxySettings.new("http://127.0.0.1:9", ["localhost", "127.0.0.1", "::1"]),
)
settings = WebKit2.Settings(enable_page_cache=True)
kept = []


def make_view(*_):
    view = WebKit2.WebView(
        web_context=context,
        settings=settings,
        user_content_manager=content,
        is_controlled_by_automation=True,
    )
    window = Gtk.Window(default_width=width, default_height=height)
    window.add(view)
    window.show_all()
    # Without a window manager the window must take the focus itself, or `:focus` matches nothing.
    window.get_window().focus(0)
    kept.append(window)
    return view


def take_session(_, session):
    session.connect("create-web-view", make_view)
    kept.append(session)


context.connect("automation-started", take_session)
Gtk.main()
