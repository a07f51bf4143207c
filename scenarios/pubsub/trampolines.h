// SPDX-License-Identifier: GPL-2.0-only
//
// From ns-3's callbacks to Python functions. Each signature has one std::function, which Python sets once; a function of
// Python's is known by a key, since a std::function for each would be compiled one by one.

#pragma once

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <cstdint>
#include <functional>
#include <string>

namespace pubsub
{

/// How an argument of a callback is passed on: as it is.
template <typename T>
struct Passed
{
    using Type = T; ///< that Python gets

    /// @param value of the callback @return what Python gets
    static Type From(T value)
    {
        return value;
    }
};

/// A text, which cppyy cannot pass to a std::function.
template <>
struct Passed<std::string>
{
    using Type = const char*; ///< that Python gets

    /// @param value of the callback @return what Python gets
    static Type From(const std::string& value)
    {
        return value.c_str();
    }
};

/// @copydoc Passed<std::string>
template <>
struct Passed<const std::string&> : Passed<std::string>
{
};

/// What a smart pointer points to.
template <typename T>
struct Passed<ns3::Ptr<T>>
{
    using Type = T*; ///< that Python gets

    /// @param value of the callback @return what Python gets
    static Type From(const ns3::Ptr<T>& value)
    {
        return ns3::PeekPointer(value);
    }
};

/// Trace sources with one signature.
template <typename Signature>
struct Sink;

/// @copydoc Sink
template <typename... Args>
struct Sink<void (*)(Args...)>
{
    /// A function of Python's: key, and what the source tells.
    using Function = std::function<void(uint64_t, typename Passed<Args>::Type...)>;

    inline static Function call; ///< that of Python which knows the keys

    /// @brief Have a source told to Python. @param from the object @param source of it @param key to call with
    static void Connect(ns3::Ptr<ns3::Object> from, const std::string& source, uint64_t key)
    {
        from->TraceConnectWithoutContext(source, ns3::Callback<void, Args...>([key](Args... told) {
                                             call(key, Passed<Args>::From(told)...);
                                         }));
    }
};

/// @param from an object @param source of it @return the name of its callback's type; empty: no such source
inline std::string
SignatureOf(ns3::Ptr<ns3::Object> from, const std::string& source)
{
    ns3::TypeId::TraceSourceInformation found;
    const auto accessor = from->GetInstanceTypeId().LookupTraceSourceByName(source, &found);
    return accessor ? found.callback : "";
}

/// @param from an object @return the names of its trace sources, for people
inline std::string
SourcesOf(ns3::Ptr<ns3::Object> from)
{
    std::string names;
    for (auto type = from->GetInstanceTypeId(); type.HasParent(); type = type.GetParent())
    {
        for (std::size_t i = 0; i < type.GetTraceSourceN(); ++i)
        {
            names += (names.empty() ? "" : ", ") + type.GetTraceSource(i).name;
        }
    }
    return names;
}

inline std::function<void(uint64_t)> callDue; ///< that of Python which knows the keys

/// @brief Set the function that is called for what was scheduled. @param call it, with the key
inline void
CallDue(std::function<void(uint64_t)> call)
{
    callDue = call;
}

/// @brief Have Python called. @param delay from now @param key to call with
inline void
Schedule(ns3::Time delay, uint64_t key)
{
    ns3::Simulator::Schedule(delay, [key] { callDue(key); });
}

} // namespace pubsub
